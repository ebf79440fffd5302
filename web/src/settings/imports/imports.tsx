import { useWorkspace } from '../../api/session.tsx';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { t } from '../../texts/t.ts';
import { SettingsIntro } from '../settings-intro.tsx';
import { ImportCard } from './import-card.tsx';
import { NewImport } from './new-import.tsx';

const pollMs = 1000;

export function ImportsPage() {
  const { canManage } = useWorkspace();
  const { data } = useAccountQuery('/imports', {
    enabled: canManage,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ status }) => status === 'checking' || status === 'running') ? pollMs : false,
  });
  return (
    <>
      <SettingsIntro title={t('imports.imports')} text={t('imports.intro')} />
      {!canManage && <p className="faint">{t('imports.onlyOwnersAndAdmins')}</p>}
      {data && <NewImport options={data} />}
      {data?.imports.map((importFile) => (
        <ImportCard key={importFile.id} importFile={importFile} options={data} />
      ))}
    </>
  );
}
