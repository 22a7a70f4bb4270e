/** What was done with an instance and what was said, the oldest first. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { downloadProcessAttachment } from '../../../model/contract/workflow/attachments.ts'
import type { ProcessRecord } from '../../../model/contract/workflow/tasks.ts'
import { queryTaskComment } from '../../../model/contract/workflow/tasks.ts'
import { ask } from '../../kernel/http/ask.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import { textOr, useT } from '../../kernel/i18n/i18n.ts'
import { fetchFile } from '../../kernel/resource/exchange/save-file.ts'
import { attempt } from './act.ts'
import { Asked } from './asked.tsx'
import { PROCESS_QUERIES } from './queries.ts'
import './workflow.css'

export function InstanceRecord({ id }: { id: string }) {
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'record', id],
    queryFn: ({ signal }) => ask(queryTaskComment, { processInstanceId: id }, { signal, quiet: true }),
  })
  return <Asked of={asked}>{({ list, earlier }) => <RecordLines of={list} earlier={earlier} />}</Asked>
}

interface RecordLinesProps {
  readonly of: readonly ProcessRecord[]
  /** Steps before these, which are not shown. */
  readonly earlier: number
}

export function RecordLines({ of, earlier }: RecordLinesProps) {
  const t = useT()
  if (of.length === 0) return <p className="process-quiet">{t('process-list.record-empty')}</p>
  return (
    <>
      {earlier > 0 && <p className="process-quiet">{t('process-list.record-earlier', { count: earlier })}</p>}
      <ol className="process-record">
        {of.map((line) => (
          <li key={line.step} data-kind={KINDS[line.command]}>
            <p>
              <strong>{textOr(`process-act.${line.command}`, line.command)}</strong> {line.taskName}
            </p>
            {line.fullMessage !== null && line.fullMessage !== '' && <p className="process-said">{line.fullMessage}</p>}
            {line.attachments.length > 0 && (
              <ul className="process-record-files" aria-label={t('process-beside.attachments')}>
                {line.attachments.map(({ id, fileName }) => (
                  <li key={id}>
                    <Button type="link" size="small" onClick={() => void attempt(() => fetchFile(downloadProcessAttachment, { id }))}>
                      {fileName}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            <p className="process-quiet">
              {[whoOf(line, t), line.signature && t(`signature.by-${line.signature}`), line.time].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

const KINDS: Readonly<Record<string, string>> = { start: 'begun', complete: 'good', reject: 'bad', terminate: 'bad' }

function whoOf({ userId, actedFor }: ProcessRecord, t: Translate): string {
  if (userId === null) return ''
  return actedFor === null ? userId : t('process-list.acted-for', { user: userId, owner: actedFor })
}
