import {playHistory} from '../world/history-play';

// called updated: a0 is [7,true,false,false,false,"0 * * * *",[[[],[]],[[],[]]]], wanted [7,false,false,false,false,"0 * * * *",[[[],[]],[[],[]]]]
test('history 479 ends as its specs say', async () => {
  expect(await playHistory({
    "seed": 479,
    "rounds": [
      {
        "lost": null,
        "wishes": {
          "a": {
            "label": "a0",
            "retention": 7,
            "webhook": false,
            "paused": false,
            "goal": true,
            "pages": 2,
            "schedule": "text: hourly",
            "search": "",
            "judged": false
          },
          "c": {
            "label": "c",
            "retention": 7,
            "webhook": false,
            "paused": false,
            "goal": false,
            "pages": 1,
            "schedule": "text: hourly",
            "search": "includeDomains: [one.example, Two.example]",
            "judged": false
          },
          "e": {
            "label": "e0",
            "retention": 30,
            "webhook": false,
            "paused": false,
            "goal": false,
            "pages": 1,
            "schedule": "text: every 24 hours",
            "search": null,
            "judged": false
          }
        },
        "meddling": [],
        "faults": {
          "faults": []
        },
        "diesAt": 0,
        "refresh": false,
        "rests": false
      },
      {
        "lost": null,
        "wishes": {
          "c": {
            "label": "c",
            "retention": 7,
            "webhook": false,
            "paused": false,
            "goal": false,
            "pages": 1,
            "schedule": "text: every 24 hours",
            "search": "includeDomains: [one.example, Two.example]",
            "judged": false
          },
          "e": {
            "label": "e0",
            "retention": 30,
            "webhook": false,
            "paused": false,
            "goal": false,
            "pages": 1,
            "schedule": "text: every 24 hours",
            "search": null,
            "judged": false
          },
          "d": {
            "label": "a0",
            "retention": 30,
            "webhook": true,
            "paused": false,
            "goal": true,
            "pages": 2,
            "schedule": "text: hourly",
            "search": "includeDomains: [one.example]",
            "judged": false,
            "renamedFrom": "a"
          }
        },
        "meddling": [],
        "faults": {
          "faults": []
        },
        "diesAt": 0,
        "refresh": false,
        "rests": false
      },
      {
        "lost": null,
        "wishes": {
          "d": {
            "label": "a0",
            "retention": 7,
            "webhook": false,
            "paused": false,
            "goal": false,
            "pages": 2,
            "schedule": "text: hourly",
            "search": null,
            "judged": null,
            "renamedFrom": "a"
          }
        },
        "meddling": [],
        "faults": {
          "faults": [],
          "answers": {
            "replicaLagMs": 3000
          }
        },
        "diesAt": 0,
        "refresh": true,
        "rests": false
      }
    ]
  })).toEqual([]);
}, 60_000);
