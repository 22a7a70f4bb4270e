/** Where an instance is: scopes that are open, what goes on in them, tokens that wait at joins, and what is waited for. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { Execution } from '../../../../model/contract/workflow/instances.ts'
import { occurEvent, queryExecution, queryProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import { done } from '../../../shared/workflow/act.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { Lines } from '../../../shared/workflow/lines.tsx'
import { PageOfOne } from '../../../shared/workflow/page-of-one.tsx'
import { PROCESS_QUERIES, forgetProcesses, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { TrackView } from '../../../shared/workflow/track-view.tsx'
import type { Column, RowAction } from '../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'

const CommentDialog = lazyWithPreload(() => import('../../../shared/workflow/comment-dialog.tsx'))

export default function ExecutionPage() {
  return (
    <PageOfOne title="menu.execution" list={{ path: '/activiti/processinstance', name: 'menu.processinstance' }}>
      {(id) => <ExecutionOf key={id} id={id} />}
    </PageOfOne>
  )
}

const JumpDialog = lazyWithPreload(() => import('./jump-dialog.tsx'))
const ChangeDialog = lazyWithPreload(() => import('./change-dialog.tsx'))

/** A passage has a number; a token before a join, and what is waited for beside passages, has none. */
const isPassage = ({ id }: Execution) => /^\d+$/.test(id)

/** What is waited for and is to happen by hand. */
interface ChosenWait {
  readonly number: number
  readonly kind: string
  readonly name: string
}

function ExecutionOf({ id }: { id: string }) {
  useProcessInvalidation()
  const t = useT()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<ChosenWait>()
  const [jumping, setJumping] = useState<Execution>()
  const [isChanging, setChanging] = useState(false)
  const track = useQuery({
    queryKey: [PROCESS_QUERIES, 'track', 'running', id],
    queryFn: ({ signal }) => ask(queryProcessTrack, { processInstanceId: id }, { signal, quiet: true }),
  })
  const executions = useQuery({
    queryKey: [PROCESS_QUERIES, 'executions', id],
    queryFn: ({ signal }) => ask(queryExecution, { processInstanceId: id }, { signal, quiet: true }),
  })
  const jumpOf = (execution: Execution): RowAction[] =>
    isPassage(execution) ? [{ key: 'jump', label: t('process-act.jump'), run: () => setJumping(execution) }] : []
  const occurrencesOf = ({ waits, name, activityId }: Execution): RowAction[] =>
    waits.map(({ number, kind, name: of }) => {
      const what = { number, kind: [textOr(`process-wait.${kind}`, kind), of].filter(Boolean).join(' '), name: name ?? activityId }
      return { key: `occur-${number}`, label: t('process-list.occur', what), run: () => setWanted(what) }
    })
  return (
    <>
      <section className="resource-card">
        <Asked of={executions}>
          {({ list, allowed }) => (
            <>
              {allowed.includes('change') && (
                <p>
                  <Button aria-haspopup="dialog" onClick={() => setChanging(true)}>
                    {t('process-list.change')}
                  </Button>
                </p>
              )}
              <Lines
                caption={t('menu.execution')}
                empty={t('process-list.nowhere')}
                columns={columnsOf(list, t)}
                rows={list}
                nameOf={({ name, activityId }) => name ?? activityId}
                card={{ title: 'name', status: 'state' }}
                {...(allowed.includes('occur') || allowed.includes('jump')
                  ? {
                      actionsOf: (row: Execution) => [
                        ...(allowed.includes('occur') ? occurrencesOf(row) : []),
                        ...(allowed.includes('jump') ? jumpOf(row) : []),
                      ],
                    }
                  : {})}
              />
            </>
          )}
        </Asked>
      </section>
      <section className="resource-card">
        <Asked of={track}>{(data) => <TrackView of={data} />}</Asked>
      </section>
      <Suspense fallback={null}>
        {isChanging && <ChangeDialog id={id} onClose={() => setChanging(false)} />}
        {jumping && (
          <JumpDialog id={id} execution={jumping.id} name={jumping.name ?? jumping.activityId} onClose={() => setJumping(undefined)} />
        )}
        {wanted && (
          <CommentDialog
            title={t('process-list.occur-title')}
            about={t('process-list.occur-about', { name: wanted.name })}
            ok={t('process-list.occur', { kind: wanted.kind })}
            required
            run={async ({ comment }) => {
              const occurred = () => ask(occurEvent, { processInstanceId: id, wait: wanted.number, comment })
              const isDone = await done(occurred, t('process-list.occur-done'))
              if (isDone) await forgetProcesses(queries)
              return isDone
            }}
            onClose={() => setWanted(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

function columnsOf(list: readonly Execution[], t: Translate): Column<Execution>[] {
  const text = (key: string, title: string, width: number, of: (row: Execution) => string): Column<Execution> => ({
    key,
    title,
    width,
    text: of,
    render: of,
  })
  return [
    text('name', t('process-list.node'), 220, ({ name, activityId }) => name ?? activityId),
    {
      ...text('state', t('process-list.node-state'), 120, ({ state }) => t(`choice.activityState.${state}`)),
      render: ({ state }) => (
        <Tag kind={state === 'failed' ? 'urgent' : state === 'active' ? 'info' : 'quiet'}>{t(`choice.activityState.${state}`)}</Tag>
      ),
    },
    text('kind', t('process-list.node-kind'), 140, ({ activityType }) => textOr(`process-kind.${activityType}`, activityType)),
    text('parent', t('process-list.within'), 180, ({ parentId }) => {
      const parent = list.find(({ id }) => id === parentId)
      return parent ? (parent.name ?? parent.activityId) : ''
    }),
    text('waits', t('process-list.waits'), 260, ({ waits }) =>
      waits
        .map(({ kind, name, dueTime }) => [textOr(`process-wait.${kind}`, kind), name, dueTime].filter(Boolean).join(' '))
        .join(t('common.between')),
    ),
    { ...text('since', t('process-list.since'), 170, ({ since }) => since ?? ''), isFirm: true },
  ]
}
