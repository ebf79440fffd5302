import type { Context } from '../context.ts';
import { checkWebhook } from '../feeds/check-webhook.ts';
import { getFeed } from '../feeds/get-feed.ts';
import { getList, refuseReadOnly } from '../lists/list.ts';
import { Problem } from '../problem.ts';
import { getTag } from '../tags/list-tags.ts';
import { listMembers } from '../users/members.ts';

/** What an automation does with a company. */
export type AutomationActions = {
  tagId: string | null;
  assigneeId: string | null;
  listId: string | null;
  /** Users who are notified in the web application. */
  notify: string[];
  webhook: string | null;
};

/** What an automation did with a company. A webhook is recorded when it responds (`push`), or when all attempts have failed (`push_failed`). */
export type ActionKind = 'tag' | 'assign' | 'list' | 'notify' | 'push' | 'push_failed';

export type NewAutomation = { name: string; feedId: string; actions: AutomationActions };

export type Automation = NewAutomation & { id: string; isOn: boolean; createdAt: Date };

const maxNameLength = 100;

/** Checks the name and the actions, but not whether what they refer to exists. */
export function checkNameAndActions(ctx: Context, { name, actions }: NewAutomation): void {
  if (name.trim() === '' || name.length > maxNameLength) {
    throw new Problem('invalid_input', { title: `A name must have 1 to ${maxNameLength} characters.`, parameter: 'name' });
  }
  const { tagId, assigneeId, listId, notify, webhook } = actions;
  if (tagId === null && assigneeId === null && listId === null && notify.length === 0 && webhook === null) {
    throw new Problem('invalid_input', 'Choose at least one action.');
  }
  if (webhook !== null) checkWebhook(webhook, ctx.outgoing?.webhooks.allowsPrivate ?? false);
}

/** Rejects an automation without an action, or with a feed, tag, list or user that the account does not have. */
export async function checkAutomation(ctx: Context, accountId: string, automation: NewAutomation): Promise<void> {
  checkNameAndActions(ctx, automation);
  const { feedId, actions } = automation;
  const { tagId, assigneeId, listId, notify } = actions;
  await getFeed(ctx, accountId, feedId);
  if (tagId !== null) await getTag(ctx, accountId, tagId);
  if (listId !== null) {
    const list = await getList(ctx, accountId, listId);
    refuseReadOnly(list);
    if (list.scope !== 'company') throw new Problem('invalid_input', { title: 'This list is for contacts.', parameter: 'listId' });
  }
  const members = new Set((await listMembers(ctx, accountId)).map(({ id }) => id));
  if ([...notify, ...(assigneeId === null ? [] : [assigneeId])].some((id) => !members.has(id))) {
    throw new Problem('invalid_input', 'Choose users of this account.');
  }
}

export function automationNotFound(id: string): Problem {
  return new Problem('not_found', `There is no automation ${id}.`);
}
