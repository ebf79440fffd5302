import settingsStyles from './settings.module.css';
export function SettingsIntro({ title, words }: { title: string; words: string }) {
  return (
    <div className={settingsStyles.leadIn}>
      <h1>{title}</h1>
      <p className="soft">{words}</p>
    </div>
  );
}
