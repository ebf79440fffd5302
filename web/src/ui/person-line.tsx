import { Avatar } from './avatar.tsx';
import personStyles from './person.module.css';

/** A person with an avatar, a name and a line of details. */
export function PersonLine({ name, text }: { name: string; text: string }) {
  return (
    <li className={personStyles.who}>
      <Avatar name={name} isPerson />
      <span className={personStyles.names}>
        <span className={personStyles.name}>{name}</span>
        <span className={personStyles.domain}>{text}</span>
      </span>
    </li>
  );
}
