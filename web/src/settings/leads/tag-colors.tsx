import { TagDot } from '../../ui/tag.tsx';
import styles from './tag-colors.module.css';

const colors = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'purple', 'pink'];

/** The ten colours of tags, as a part of a form. */
export function TagColors({ color }: { color: number }) {
  return (
    <fieldset className={styles.colors}>
      <legend className="unseen">Colour</legend>
      {colors.map((name, index) => (
        <label key={name} title={name}>
          <input type="radio" name="color" value={index} defaultChecked={color === index} aria-label={name} />
          <TagDot color={index} />
        </label>
      ))}
    </fieldset>
  );
}
