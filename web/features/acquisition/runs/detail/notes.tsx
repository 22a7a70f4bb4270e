/** What was done and seen: cover put on, sprayed, rain. */
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { RunDetail, RunNote } from '../../../../../model/contract/acquisition/runs.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { addRunNote } from '../../../../../model/contract/acquisition/runs.ts'
import { secondOf } from '../../../../ui/clock.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { act } from './run-client.ts'
import { Section } from './section.tsx'

const NoteDialog = lazyWithPreload(() => import('./note-dialog.tsx'))

export function Notes({ data: { run, notes, allowed } }: { data: RunDetail }) {
  const t = useT()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const columns: Column<RunNote>[] = [
    { key: 'text', width: 320, title: t('runs.note-text'), render: ({ text }) => text },
    { key: 'kind', width: 110, title: t('runs.note-kind'), render: ({ kind }) => t(`choice.noteKind.${kind}`) },
    { key: 'at', width: 180, title: t('runs.when'), render: ({ at }) => secondOf(at) },
    { key: 'by', width: 130, title: t('runs.by'), render: ({ by }) => by ?? '' },
  ]
  return (
    <>
      <Section
        title={t('runs.notes')}
        button={
          allowed.includes('note') && (
            <Button size="small" aria-haspopup="dialog" onPointerEnter={() => void NoteDialog.preload()} onClick={() => setAdding(true)}>
              {t('runs.note')}
            </Button>
          )
        }
        columns={columns}
        rows={notes}
        nameOf={({ text }) => text}
      />
      {isAdding && (
        <Suspense fallback={null}>
          <NoteDialog
            run={(kind, text) => act(queries, () => ask(addRunNote, { id: run.id, kind, text }))}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </>
  )
}
