import { Avatar } from './avatar.tsx';

/** Somebody with a picture, a name and a line about them. */
export function PersonLine({ name, words }: { name: string; words: string }) {
  return (
    <li className="who">
      <Avatar name={name} isPerson />
      <span className="names">
        <span className="name">{name}</span>
        <span className="domain">{words}</span>
      </span>
    </li>
  );
}
