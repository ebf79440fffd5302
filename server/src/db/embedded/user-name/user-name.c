/*
 * Answers the name "leadlight" for every user id. initdb asks for the name of the user that runs it and ends where the system
 * knows none, as in containers with an arbitrary user id; it is preloaded there. Only initdb's own messages show the name.
 *
 * The committed libraries are made by build.sh, so that nothing is compiled at install.
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
