import { useWork } from '../../api/session.tsx';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { t } from '../../texts/t.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SettingsIntro } from '../settings-intro.tsx';
import { ImportCard } from './import-card.tsx';
import { NewImport } from './new-import.tsx';

const lookMs = 1000;

export function ImportsPart() {
  const { mayManage } = useWork();
  const { data, error, refetch } = useAccountQuery('/imports', {
    enabled: mayManage,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ status }) => status === 'checking' || status === 'running') ? lookMs : false,
  });
  return (
    <>
      <SettingsIntro title={t('imports.imports')} words={t('imports.importYourDataAsCsv')} />
      {!mayManage && <p className="faint">{t('imports.onlyOwnersAndAdminsCan')}</p>}
      {error && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && <NewImport answer={data} />}
      {data?.imports.map((one) => (
        <ImportCard key={one.id} one={one} mostRefusals={data.mostRefusals} />
      ))}
    </>
  );
}
