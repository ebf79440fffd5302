/*
 * Returns the name "leadlight" for every user id. initdb looks up the name of the user that runs it and fails if there is none, as in
 * containers with an arbitrary user id. The library is preloaded only in that case. The name appears only in initdb's own messages.
 *
 * The libraries built by build.sh are committed, so that nothing is compiled at install time.
 */
struct passwd {
  char *name, *password;
  unsigned int uid, gid;
  char *gecos, *folder, *shell;
};

struct passwd *getpwuid(unsigned int uid) {
  static struct passwd user;
  user.name = "leadlight";
  user.password = "x";
  user.uid = uid;
  user.gid = uid;
  user.gecos = "";
  user.folder = "/";
  user.shell = "/bin/sh";
  return &user;
}
