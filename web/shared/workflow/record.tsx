/** What was done with an instance and what was said, the oldest first. */
import { useQuery } from '@tanstack/react-query'
import { Timeline } from 'antd'
import type { ProcessRecord } from '../../../model/contract/workflow/tasks.ts'
import { queryTaskComment } from '../../../model/contract/workflow/tasks.ts'
import { ask } from '../../kernel/http/ask.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import { textOr, useT } from '../../kernel/i18n/i18n.ts'
import { Asked } from './asked.tsx'
import { PROCESS_QUERIES } from './queries.ts'
import './workflow.css'

export function InstanceRecord({ id }: { id: string }) {
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'record', id],
    queryFn: ({ signal }) => ask(queryTaskComment, { processInstanceId: id }, { signal, quiet: true }),
  })
  return <Asked of={asked}>{({ list }) => <RecordLines of={list} />}</Asked>
}

export function RecordLines({ of }: { of: readonly ProcessRecord[] }) {
  const t = useT()
  if (of.length === 0) return <p className="process-quiet">{t('process-list.record-empty')}</p>
  return (
    <Timeline
      className="process-record"
      items={of.map((line) => ({
        key: line.step,
        color: COLOURS[line.command] ?? 'gray',
        content: (
          <>
            <p>
              <strong>{textOr(`process-act.${line.command}`, line.command)}</strong> {line.taskName}
            </p>
            {line.fullMessage !== null && line.fullMessage !== '' && <p className="process-said">{line.fullMessage}</p>}
            <p className="process-quiet">{[whoOf(line, t), line.time].filter(Boolean).join(' · ')}</p>
          </>
        ),
      }))}
    />
  )
}

const COLOURS: Readonly<Record<string, string>> = { start: 'blue', complete: 'green', reject: 'red', terminate: 'red' }

function whoOf({ userId, actedFor }: ProcessRecord, t: Translate): string {
  if (userId === null) return ''
  return actedFor === null ? userId : t('process-list.acted-for', { user: userId, owner: actedFor })
}
