/** Who stands in for me while I am away, and for whom I do now. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { OutputOf } from '../../../../model/contract/contract.ts'
import type { Absence } from '../../../../model/contract/workflow/absences.ts'
import { MAX_ABSENCES, deleteAbsence, queryAbsence } from '../../../../model/contract/workflow/absences.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import '../../../kernel/resource/resource-page.css'
import { done } from '../../../shared/workflow/act.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { Lines } from '../../../shared/workflow/lines.tsx'
import { PROCESS_QUERIES, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { useShown } from '../../../shared/workflow/tasks/buttons.ts'
import '../../../shared/workflow/workflow.css'
import { confirm } from '../../../ui/confirm.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'

const AbsenceDialog = lazyWithPreload(() => import('./absence-dialog.tsx'))

type Absences = OutputOf<typeof queryAbsence>

export default function AbsencePage() {
  useProcessInvalidation()
  const t = useT()
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'absences'],
    queryFn: ({ signal }) => ask(queryAbsence, {}, { signal, quiet: true }),
  })
  return (
    <div className="resource-page">
      <h1 className="visually-hidden">{t('menu.absence')}</h1>
      <Asked of={asked}>{(data) => <List of={data} />}</Asked>
    </div>
  )
}

function List({ of: { list, categories, standsInFor } }: { of: Absences }) {
  const t = useT()
  const queries = useQueryClient()
  const shows = useShown('absence')
  const [opened, setOpened] = useState<{ readonly absence: Absence | undefined }>()
  const forget = () => queries.invalidateQueries({ queryKey: [PROCESS_QUERIES, 'absences'] })
  const nameOf = ({ deputy }: Absence) => deputy ?? t('my-task.somebody')

  async function remove(absence: Absence): Promise<void> {
    const yes = await confirm({
      title: t('button.delete'),
      text: t('my-task.absence-delete', { name: nameOf(absence) }),
      ok: t('button.delete'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (yes && (await done(() => ask(deleteAbsence, { id: absence.id }), t('my-task.absence-deleted')))) await forget()
  }

  const column = (key: string, title: string, width: number, text: (absence: Absence) => string) => ({
    key,
    title,
    width,
    text,
    render: text,
  })
  return (
    <>
      {standsInFor.length > 0 && (
        <section className="resource-card">
          <h2 className="absence-head">{t('my-task.absence-for')}</h2>
          <ul className="process-lines">
            {standsInFor.map(({ person, endTime, way }, at) => {
              const name = person ?? t('my-task.somebody')
              return (
                <li key={at}>
                  <span>{endTime === null ? name : t('my-task.absence-until', { name, time: endTime })}</span>
                  <Tag kind="info">{t(`my-task.absence-${way}`)}</Tag>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      <section className="resource-card">
        <p className="process-quiet absence-head">{t('my-task.absence-about')}</p>
        <Toolbar
          label={t('list.actions')}
          more={t('list.more')}
          actions={
            shows('add') && list.length < MAX_ABSENCES
              ? [{ key: 'add', label: t('my-task.absence-add'), main: true, run: () => setOpened({ absence: undefined }) }]
              : []
          }
        />
        <Lines
          caption={t('menu.absence')}
          empty={t('my-task.absence-empty')}
          rows={list}
          nameOf={nameOf}
          card={{ title: 'deputy', status: 'now', fields: ['start', 'end', 'way', 'categories'] }}
          columns={[
            column('deputy', t('my-task.absence-deputy'), 140, nameOf),
            {
              ...column('now', t('field.process-tasks.taskState'), 110, ({ isNow }) =>
                t(isNow ? 'my-task.absence-now' : 'my-task.absence-later'),
              ),
              title: t('my-task.absence-state'),
              render: ({ isNow }: Absence) => (
                <Tag kind={isNow ? 'good' : 'quiet'}>{t(isNow ? 'my-task.absence-now' : 'my-task.absence-later')}</Tag>
              ),
            },
            column('start', t('my-task.absence-start'), 170, ({ startTime }) => startTime),
            column('end', t('my-task.absence-end'), 170, ({ endTime }) => endTime ?? t('my-task.absence-open-end')),
            column('way', t('my-task.absence-way'), 180, ({ way }) => t(`my-task.absence-${way}`)),
            column('categories', t('my-task.absence-categories'), 180, ({ categories: of }) =>
              of.length === 0 ? t('my-task.absence-all') : of.join(t('common.between')),
            ),
            column('comment', t('process-list.comment'), 200, ({ comment }) => comment ?? ''),
          ]}
          actionsOf={(absence) => [
            ...(shows('update') ? [{ key: 'update', label: t('button.update'), main: true, run: () => setOpened({ absence }) }] : []),
            ...(shows('delete') ? [{ key: 'delete', label: t('button.delete'), danger: true, run: () => void remove(absence) }] : []),
          ]}
        />
      </section>
      <Suspense fallback={null}>
        {opened && <AbsenceDialog of={opened.absence} categories={categories} onDone={forget} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  )
}
