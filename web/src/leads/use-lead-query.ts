import { useWorkspace } from '../api/session.tsx';
import { useFeeds } from '../feeds/use-feeds.ts';
import { useParams } from '../lib/use-params.ts';
import { todayIn } from '../ui/intervals.ts';
import { leadQuery } from './lead-query.ts';

/** The query of the lead list that is shown. */
export function useLeadQuery() {
  const { account } = useWorkspace();
  const [params] = useParams();
  const { feeds } = useFeeds();
  return leadQuery(params, todayIn(account.timezone), feeds);
}
