import type { ProcessCopy } from '../../../../model/contract/workflow/acts.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { StatusTag } from '../../../shared/workflow/status-tag.tsx'
import '../../../shared/workflow/tasks/tasks.css'
import type { Column } from '../../../ui/data-table.tsx'
import { Tag } from '../../../ui/tag.tsx'

/** The columns of copies; what was not read yet stands out. */
export function copyColumnsOf(t: Translate, open: (copy: ProcessCopy) => void): Column<ProcessCopy>[] {
  const text = (
    key: string,
    title: string,
    width: number,
    of: (copy: ProcessCopy) => string | null,
    more: Partial<Column<ProcessCopy>> = {},
  ) => ({
    key,
    title,
    width,
    text: (copy: ProcessCopy) => of(copy) ?? '',
    render: (copy: ProcessCopy) => of(copy) ?? '',
    ...more,
  })
  const read = ({ readTime }: ProcessCopy) => t(readTime === null ? 'my-task.unread' : 'my-task.read')
  return [
    text('name', t('field.process-tasks.processInstanceName'), 240, ({ processInstanceName }) => processInstanceName, {
      render: (copy) => (
        <button type="button" className={copy.readTime === null ? 'task-open unread' : 'task-open'} onClick={() => open(copy)}>
          {copy.processInstanceName || t('field.process-tasks.processInstanceName')}
        </button>
      ),
    }),
    text('read', t('my-task.read-state'), 96, read, {
      render: (copy) => <Tag kind={copy.readTime === null ? 'info' : 'quiet'}>{read(copy)}</Tag>,
    }),
    text('definition', t('field.process-tasks.processDefinitionName'), 150, ({ processDefinitionName }) => processDefinitionName),
    text('status', t('field.process-instances.processStatus'), 120, ({ processStatus }) => t(`choice.processStatus.${processStatus}`), {
      render: ({ processStatus }) => <StatusTag of={processStatus} />,
    }),
    text('starter', t('field.process-instances.starterId'), 110, ({ starter }) => starter),
    text('sender', t('my-task.sender'), 120, ({ sender }) => sender ?? t('my-task.by-model')),
    text('sent', t('my-task.sent'), 170, ({ sentTime }) => sentTime, { isFirm: true }),
    text('comment', t('process-list.comment'), 200, ({ comment }) => comment),
    text('number', t('field.process-tasks.businessNumber'), 160, ({ businessNumber }) => businessNumber, { isFirm: true }),
  ]
}
