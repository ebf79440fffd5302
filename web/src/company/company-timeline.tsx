import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { TimelineItem } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange, useAccountRequest } from '../api/use-account-change.ts';
import { memberName, useMembers } from '../leads/use-members.ts';
import { ago, formatMoment } from '../lib/format.ts';
import { isKeyOf } from '../lib/is-key-of.ts';
import { rich } from '../texts/rich.tsx';
import { t } from '../texts/t.ts';
import { DeleteButton } from '../ui/delete-button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import formStyles from '../ui/form.module.css';
import { Icon, type IconName } from '../ui/icon.tsx';
import type { Interval } from '../ui/intervals.ts';
import { ShowMore } from '../ui/show-more.tsx';
import skeletonStyles from '../ui/skeleton.module.css';
import styles from './company-timeline.module.css';
import { NoteForm } from './note-form.tsx';
import { TimelineHead, type TimelineKind } from './timeline-head.tsx';
import { useReason } from './use-reason.ts';
import { VisitItem } from './visit-item.tsx';

const changeTexts = {
  followed: 'activity.followed',
  unfollowed: 'activity.unfollowed',
  hidden: 'activity.hidden',
  shown: 'activity.unhidden',
  assigned: 'activity.assigned',
  unassigned: 'activity.unassigned',
  tagged: 'activity.tagged',
  untagged: 'activity.untagged',
  listed: 'activity.listed',
  unlisted: 'activity.unlisted',
  emailed: 'activity.emailed',
  automated: 'activity.automated',
  pushed: 'activity.pushed',
  alerted: 'activity.alerted',
  contact_stopped: 'activity.contactStopped',
  contact_allowed: 'activity.contactAllowed',
} as const;

const changeIcons: Record<string, IconName> = {
  followed: 'star',
  unfollowed: 'star',
  hidden: 'hide',
  shown: 'hide',
  assigned: 'person',
  unassigned: 'person',
  tagged: 'tag',
  untagged: 'tag',
  listed: 'list',
  unlisted: 'list',
  automated: 'event',
  pushed: 'share',
  alerted: 'bell',
};

const maxExcerpt = 40;

/** One timeline with the visits of a company, the notes on it, and what users and automations did with it. */
export function CompanyTimeline({ companyId, interval }: { companyId: string; interval: Interval }) {
  const { base, canEdit } = useWorkspace();
  const request = useAccountRequest();
  const [kind, setKind] = useState<TimelineKind>(undefined);
  const section = useRef<HTMLElement>(null);
  const { reason, leaveReason } = useReason();
  const { from, to } = interval;
  const evidence = reason && { reason, from, to };
  useEffect(() => {
    if (reason) section.current?.scrollIntoView();
  }, [reason]);
  const select = (next: TimelineKind) => {
    setKind(next);
    leaveReason();
  };
  const query = useInfiniteQuery({
    queryKey: [base, 'company-timeline', companyId, evidence ?? kind],
    queryFn: ({ pageParam, signal }) =>
      request('GET /companies/:companyId/timeline', {
        params: { companyId },
        query: { ...(evidence ?? { kind }), before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const { data, error, refetch } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section ref={section} className={formStyles.stack} aria-label={t('activity.title')}>
      <TimelineHead kind={kind} reason={reason} interval={interval} onKind={select} />
      {canEdit && <NoteForm companyId={companyId} />}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <div className={skeletonStyles.skeleton} style={{ height: 160 }} />
      ) : items.length === 0 ? (
        <p className="faint">{t('activity.empty')}</p>
      ) : (
        <ol className={styles.timeline}>
          {items.map((item) => (
            <li key={keyOf(item)}>
              <Item item={item} />
            </li>
          ))}
        </ol>
      )}
      <ShowMore query={query} small>
        {t('activity.earlier')}
      </ShowMore>
    </section>
  );
}

function keyOf(item: TimelineItem): string {
  const { id } = item.kind === 'visit' ? item.visit : item.kind === 'note' ? item.note : item.change;
  return `${item.kind} ${id}`;
}

function Item({ item }: { item: TimelineItem }) {
  const members = useMembers();
  if (item.kind === 'visit') return <VisitItem visit={item.visit} />;
  if (item.kind === 'note') return <Note note={item.note} />;
  const { actor, kind, detail, happenedAt } = item.change;
  const assignee = kind === 'assigned' ? members.find(({ email }) => email === detail) : undefined;
  return (
    <div className={styles.change} data-testid="change" title={formatMoment(happenedAt)}>
      <Icon name={changeIcons[kind] ?? 'edit'} size={14} />
      <span className="soft">
        {rich(isKeyOf(changeTexts, kind) ? changeTexts[kind] : 'activity.other', {
          actor,
          detail: <strong style={{ fontWeight: 550 }}>{assignee ? memberName(assignee) : detail}</strong>,
        })}{' '}
        <span className="faint">{ago(happenedAt)}</span>
      </span>
    </div>
  );
}

function Note({ note }: { note: Extract<TimelineItem, { kind: 'note' }>['note'] }) {
  const { canEdit, user } = useWorkspace();
  const remove = useAccountChange('DELETE /notes/:noteId');
  return (
    <div className={styles.note} data-testid="note">
      <NoteText body={note.body} />
      <div className="faint" style={{ marginTop: 4 }} title={formatMoment(note.createdAt)}>
        {note.author} · {ago(note.createdAt)}
        {canEdit && note.authorId === user.id && (
          <>
            {' · '}
            <DeleteButton name={excerptOf(note.body)} showLabel onConfirm={() => remove.mutate({ params: { noteId: note.id } })}>
              {t('company.deleteNoteHint')}
            </DeleteButton>
          </>
        )}
      </div>
    </div>
  );
}

function excerptOf(text: string): string {
  return text.length <= maxExcerpt ? text : `${text.slice(0, maxExcerpt)}…`;
}

/** The text of a note. Mentions are stored with the e-mail address of a user and shown with the name. */
function NoteText({ body }: { body: string }) {
  const members = useMembers();
  return body.split(/(@[^\s@]+@[^\s@]+)/).map((part, index) => {
    const mentioned = part.slice(1);
    // Only punctuation may follow the e-mail address of a member; otherwise it is the beginning of another one.
    const member = members.find(
      ({ email }) => index % 2 === 1 && mentioned.toLowerCase().startsWith(email) && !/^[\w-]/.test(mentioned.slice(email.length)),
    );
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a string never move.
    if (!member) return <Fragment key={index}>{part}</Fragment>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a string never move.
      <Fragment key={index}>
        <strong title={member.email}>@{memberName(member)}</strong>
        {mentioned.slice(member.email.length)}
      </Fragment>
    );
  });
}
