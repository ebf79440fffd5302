import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedSession } from '../../../../server/src/domain/sessions/list-sessions.ts';
import { LeadIn } from '../../components/lead-in.tsx';
import { request } from '../../lib/api.ts';
import { ago, formatDay } from '../../lib/format.ts';

const key = ['own-sessions'];

export function SessionsPart() {
  const queryClient = useQueryClient();
  const { data: sessions = [] } = useQuery({
    queryKey: key,
    queryFn: () => request<(ListedSession & { isCurrent: boolean })[]>('/sessions'),
  });
  const end = useMutation({
    mutationFn: (id: string) => request(`/sessions/${id}`, { method: 'DELETE' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: key }),
  });
  return (
    <>
      <LeadIn title="Your sessions" words="Where you are signed in. End what you do not know; it is out at once." />
      <div className="card" style={{ padding: '4px 16px' }}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>Browser</th>
              <th>Since</th>
              <th>Last seen</th>
              <th>
                <span className="unseen">End</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map(({ id, userAgent, createdAt, lastSeenAt, isCurrent }) => (
              <tr key={id}>
                <td title={userAgent}>{browserName(userAgent)}</td>
                <td className="soft">{formatDay(createdAt)}</td>
                <td className="soft">{ago(lastSeenAt)}</td>
                <td className="right">
                  {isCurrent ? (
                    <span className="badge good">This one</span>
                  ) : (
                    <button type="button" className="button quiet small danger" onClick={() => end.mutate(id)}>
                      End
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function browserName(userAgent: string): string {
  const browser = /Edg/.test(userAgent) ? 'Edge' : (/(Firefox|Chrome|Safari)/.exec(userAgent)?.[1] ?? 'Something');
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1];
  return system ? `${browser} on ${system.replace('Mac OS X', 'macOS')}` : browser;
}
