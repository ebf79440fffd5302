export function SettingsIntro({ title, words }: { title: string; words: string }) {
  return (
    <div className="lead-in">
      <h1>{title}</h1>
      <p className="soft">{words}</p>
    </div>
  );
}
