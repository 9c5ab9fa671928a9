// The S3 server of the tests: versitygw with buckets that are directories, and users in a file. Its own command builds a third slower,
// for backends and tests that no test here uses.
//
//	s3-server serve ADDRESS REGION BUCKETS VERSIONS USERS
//	s3-server add-user USERS ACCESS SECRET
package main

import (
	"context"
	"log"
	"os"

	"github.com/versity/versitygw/auth"
	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
)

func main() {
	words := os.Args[1:]
	var err error
	switch {
	case len(words) == 6 && words[0] == "serve":
		err = serve(words[1], words[2], words[3], words[4], words[5])
	case len(words) == 4 && words[0] == "add-user":
		err = addUser(words[1], words[2], words[3])
	default:
		log.Fatal("usage: s3-server serve ADDRESS REGION BUCKETS VERSIONS USERS | add-user USERS ACCESS SECRET")
	}
	if err != nil {
		log.Fatal(err)
	}
}

// The amounts are those of versitygw's own command.
func serve(address, region, buckets, versions, users string) error {
	options := posix.PosixOpts{
		VersioningDir:       versions,
		NewDirPerm:          0o755,
		Concurrency:         5000,
		CopyObjectThreshold: 5 << 30,
	}
	directory, err := posix.New(buckets, meta.XattrMeta{}, options)
	if err != nil {
		return err
	}
	return embedgw.RunVersityGW(context.Background(), directory, &embedgw.Config{
		RootUserAccess:    os.Getenv("ROOT_ACCESS_KEY_ID"),
		RootUserSecret:    os.Getenv("ROOT_SECRET_ACCESS_KEY"),
		Region:            region,
		Ports:             []string{address},
		MaxConnections:    250000,
		MaxRequests:       100000,
		MultipartMaxParts: 10000,
		IAMDir:            users,
		IAMCacheDisable:   true,
		HealthPath:        "/health",
		KeepAlive:         true,
		Quiet:             true,
	})
}

func addUser(users, access, secret string) error {
	store, err := auth.NewInternal(auth.Account{}, users)
	if err != nil {
		return err
	}
	return store.CreateAccount(auth.Account{Access: access, Secret: secret, Role: auth.RoleUser})
}
