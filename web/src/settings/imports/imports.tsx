import type { ImportFile } from '../../../../server/src/domain/imports/import-file.ts';
import type { ImportKind } from '../../../../server/src/domain/imports/import-kinds.ts';
import { useWork } from '../../api/session.tsx';
import { useAccountQuery } from '../../api/use-account-query.ts';
import { Trouble } from '../../ui/error-state.tsx';
import { LeadIn } from '../settings-intro.tsx';
import { ImportCard } from './import-card.tsx';
import { NewImport } from './new-import.tsx';

export type Imports = {
  mostBytes: number;
  mostRefusals: number;
  mayChangeDirectory: boolean;
  kinds: { kind: ImportKind; isOfDirectory: boolean; columns: string[] }[];
  imports: ImportFile[];
};

const lookMs = 1000;

export function ImportsPart() {
  const { mayManage } = useWork();
  const { data, error, refetch } = useAccountQuery<Imports>('/imports', {
    enabled: mayManage,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ status }) => status === 'checking' || status === 'running') ? lookMs : false,
  });
  return (
    <>
      <LeadIn
        title="Imports"
        words="Bring your own data as CSV or JSON lines. A file is tried first, without keeping anything; you see what would happen and start it then."
      />
      {!mayManage && <p className="faint">Only owners and admins import.</p>}
      {error && <Trouble error={error} onRetry={() => refetch()} />}
      {data && <NewImport answer={data} />}
      {data?.imports.map((one) => (
        <ImportCard key={one.id} one={one} mostRefusals={data.mostRefusals} />
      ))}
    </>
  );
}
