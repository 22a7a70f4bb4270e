/** What was said and done, where the process is, who decides beside, and who was sent a copy. The drawing comes when it is looked at. */
import { Button } from 'antd'
import { useMemo } from 'react'
import type { PersonalTaskDetails, Signer } from '../../../../model/contract/workflow/office.ts'
import { TASK_OUTCOMES, TASK_STATES } from '../../../../model/workflow/process-tasks.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { nodeNames } from '../../../shared/workflow/node-names.ts'
import { Attachments } from '../../../shared/workflow/office/attachments.tsx'
import { Opinions } from '../../../shared/workflow/office/opinions.tsx'
import { RecordLines } from '../../../shared/workflow/record.tsx'
import { StatusOfTask } from '../../../shared/workflow/task-tag.tsx'
import { TrackDiagram } from '../../../shared/workflow/track-diagram.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

interface TaskTabsProps {
  readonly of: PersonalTaskDetails
  readonly onRemoveSigner: (signer: Signer) => void
}

export function TaskTabs({ of, onRemoveSigner }: TaskTabsProps) {
  const t = useT()
  const { task, record, recordEarlier, track, signers, copies } = of
  return (
    <section className="resource-card">
      <Tabs
        items={[
          { key: 'record', label: t('process-list.record'), children: <RecordLines of={record} earlier={recordEarlier} /> },
          { key: 'opinions', label: t('process-beside.opinions'), children: <Opinions of={task.processInstanceId} /> },
          {
            key: 'attachments',
            label: t('process-beside.attachments'),
            children: <Attachments of={task.processInstanceId} taskId={task.id} />,
          },
          { key: 'track', label: t('process-list.diagram'), children: <Track of={track} /> },
          ...(signers.length > 1
            ? [{ key: 'signers', label: t('my-task.signers'), children: <Signers of={signers} onRemove={onRemoveSigner} /> }]
            : []),
          ...(copies.length > 0 ? [{ key: 'copies', label: t('my-task.copies'), children: <Copies of={copies} /> }] : []),
        ]}
      />
    </section>
  )
}

function Track({ of }: { of: PersonalTaskDetails['track'] }) {
  const names = useMemo(() => nodeNames(of.xml), [of.xml])
  return (
    <div className="process-track">
      <TrackDiagram of={of} nameOf={(node) => names.get(node) ?? node} />
    </div>
  )
}

function Signers({ of, onRemove }: { of: readonly Signer[]; onRemove: (signer: Signer) => void }) {
  const t = useT()
  return (
    <ul className="process-lines">
      {of.map((signer) => {
        const { taskId, person, how, taskState, outcome, isRemovable } = signer
        const state = TASK_STATES.find((one) => one === taskState)
        const name = person ?? t('my-task.somebody')
        return (
          <li key={taskId}>
            <span>
              <strong>{name}</strong> {how && <Tag kind="plain">{t(`my-task.signed-${how}`)}</Tag>}
            </span>
            {state && <StatusOfTask of={state} outcome={TASK_OUTCOMES.find((one) => one === outcome) ?? null} />}
            {isRemovable && (
              <Button
                size="small"
                danger
                aria-haspopup="dialog"
                aria-label={`${t('my-task.act-remove-signer')}${t('common.means')}${name}`}
                onClick={() => onRemove(signer)}
              >
                {t('my-task.act-remove-signer')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Copies({ of }: { of: PersonalTaskDetails['copies'] }) {
  const t = useT()
  return (
    <ul className="process-lines">
      {of.map(({ person, sender, sentTime, readTime }, at) => (
        <li key={at}>
          <span>
            <strong>{person ?? t('my-task.somebody')}</strong>
            <small>{t('my-task.copy-line', { sender: sender ?? t('my-task.by-model'), time: sentTime })}</small>
          </span>
          <Tag kind={readTime === null ? 'info' : 'quiet'}>{t(readTime === null ? 'my-task.unread' : 'my-task.read')}</Tag>
        </li>
      ))}
    </ul>
  )
}
