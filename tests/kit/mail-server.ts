import { createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { portOf } from '../../server/src/lib/port-of.ts';

/** `from` is the whole MAIL command; `to` contains all recipients, separated by commas. */
type ReceivedMail = { from: string; to: string; text: string };
type MailServer = { url: string; mails: ReceivedMail[]; refusesAll: boolean; refusedRecipient: string | null };

/** Starts a mail server that records the messages it accepts. */
export async function startMailServer(): Promise<MailServer> {
  const server: MailServer = { url: '', mails: [], refusesAll: false, refusedRecipient: null };
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serveClient(socket, server);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  after(() => {
    for (const socket of sockets) socket.destroy();
    listener.close();
  });
  server.url = `smtp://127.0.0.1:${portOf(listener)}`;
  return server;
}

function serveClient(socket: Socket, server: MailServer): void {
  const reply = (line: string) => socket.write(`${line}\r\n`);
  const mail: ReceivedMail = { from: '', to: '', text: '' };
  let rest = '';
  let isReadingText = false;
  reply('220 ready');
  socket.on('data', (chunk) => {
    rest += chunk.toString('utf8');
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (isReadingText && line !== '.') mail.text += `${line}\n`;
      else if (isReadingText) {
        isReadingText = false;
        // Quoted-printable: a line that ends with an equals sign continues.
        server.mails.push({ ...mail, text: mail.text.replaceAll('=\n', '') });
        reply('250 accepted');
      } else handleCommand(line);
    }
  });

  function handleCommand(line: string): void {
    const word = line.slice(0, 4).toUpperCase();
    if (word === 'MAIL') Object.assign(mail, { from: line, to: '' });
    if (word === 'RCPT') {
      const recipient = line.replace(/^RCPT TO:<|>$/gi, '');
      if (server.refusesAll || recipient === server.refusedRecipient) return void reply('550 mailbox unavailable');
      mail.to += mail.to === '' ? recipient : `,${recipient}`;
    }
    if (word === 'DATA') {
      isReadingText = true;
      mail.text = '';
      return void reply('354 start mail input');
    }
    if (word === 'QUIT') return void socket.end('221 bye\r\n');
    reply('250 OK');
  }
}
