import {SITE_PAGES, type SitePage} from '../../../src/emulator';
import {bad} from './bad';
import {doors} from './good-doors';
import {errorTalk} from './good-errors';
import {others} from './good-others';

/** Pages that the emulator's site has in tests alone: good ones that look bad at first sight, and bad ones of many kinds. */
export const FURTHER_PAGES: readonly SitePage[] = [...errorTalk, ...doors, ...others, ...bad];

/** All pages of the site in tests. */
export const ALL_PAGES: readonly SitePage[] = [...SITE_PAGES, ...FURTHER_PAGES];
