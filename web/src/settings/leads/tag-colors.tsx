import { t } from '../../texts/t.ts';
import { TagDot } from '../../ui/tag.tsx';
import styles from './tag-colors.module.css';

const colors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'purple', 'pink'] as const;

/** A form field that selects one of the ten tag colors. */
export function TagColors({ color: selected }: { color: number }) {
  return (
    <fieldset className={styles.colors}>
      <legend>{t('leadSettings.color')}</legend>
      {colors.map((color, index) => (
        <label key={color} title={t(`color.${color}`)}>
          <input type="radio" name="color" value={index} defaultChecked={selected === index} aria-label={t(`color.${color}`)} />
          <TagDot color={index} />
        </label>
      ))}
    </fieldset>
  );
}
