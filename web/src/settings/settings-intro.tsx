import settingsStyles from './settings.module.css';

export function SettingsIntro({ title, text }: { title: string; text: string }) {
  return (
    <div className={settingsStyles.intro}>
      <h1>{title}</h1>
      <p className="soft">{text}</p>
    </div>
  );
}
