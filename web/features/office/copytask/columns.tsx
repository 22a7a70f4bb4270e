import type { ProcessCopy } from '../../../../model/contract/workflow/acts.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { StatusTag } from '../../../shared/workflow/status-tag.tsx'
import '../../../shared/workflow/tasks/tasks.css'
import { Tag } from '../../../ui/tag.tsx'

/** How the columns of copies look; what was not read yet stands out. */
export const copyColumnsOf = (t: Translate, open: (copy: ProcessCopy) => void): ColumnSetups<ProcessCopy> => ({
  processInstanceName: {
    width: 240,
    render: (copy) => (
      <button type="button" className={copy.readTime === null ? 'task-open unread' : 'task-open'} onClick={() => open(copy)}>
        {copy.processInstanceName || t('field.process-copies.processInstanceName')}
      </button>
    ),
  },
  readState: {
    width: 96,
    text: ({ readTime }) => t(readTime === null ? 'choice.readState.unread' : 'choice.readState.read'),
    render: ({ readTime }, text) => <Tag kind={readTime === null ? 'info' : 'quiet'}>{text}</Tag>,
  },
  processStatus: { width: 120, render: ({ processStatus }) => processStatus && <StatusTag of={processStatus} /> },
  starter: { width: 160 },
  sender: { width: 120, text: ({ sender }) => sender ?? t('my-task.by-model') },
  comment: { width: 200 },
  businessNumber: { width: 160, isFirm: true },
})
