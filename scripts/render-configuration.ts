import { settingList } from '../server/src/config.ts';

/** The page about the settings, made from the settings themselves. */
export function renderConfiguration(): string {
  const rows = settingList.map(({ variable, default: value, allowed, meaning, secret }) => {
    const standard = value === '' ? 'none' : `\`${value}\``;
    return `| \`${variable}\`${secret ? `, \`${variable}_FILE\`` : ''} | ${standard} | ${meaning} | ${allowed} |`;
  });
  return `# Configuration

Leadlight reads its settings from environment variables, once, at the start. All mistakes are reported together, each with the
variable, what was found and what is allowed. A variable that is empty counts as not set, and spaces at its ends do not count.

A secret can stay out of the environment: \`NAME_FILE\` names a file that holds the value of \`NAME\`, such as
\`DATABASE_PASSWORD_FILE=/run/secrets/database_password\`. The table lists this second name for every setting that may hold a secret.

| Variable | Default | Meaning | Allowed |
|---|---|---|---|
${rows.join('\n')}

Made by \`npm run generate\` from \`server/src/config.ts\`.

## What is kept in \`DATA_DIR\`

| Name | What |
|---|---|
| \`postgres/\` | the embedded database (owned by an unprivileged user when the service runs as root) |
| \`database.json\` | its port and password, readable by the owner only |
| \`logs/postgres.log\` | its messages |
| \`ip-data/\` | the compiled address data; made again when missing |
| \`exports/\` | export files, for seven days |
| \`set-up-link.txt\` | the link for setting up the first account, until that is done; readable by the owner only |
| \`demo.json\` | login, API key and API token of the demo account, readable by the owner only |
| \`owner.lock\` | locked by the process that uses the folder, and says which; the lock ends with the process |
`;
}
