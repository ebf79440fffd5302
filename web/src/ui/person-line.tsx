import { Avatar } from './avatar.tsx';

/** A person with an avatar, a name and a line of details. */
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
