/** What somebody has to do with processes: starting them, and what became of those that they have to do with. */
import { sql } from 'kysely'
import { build } from '../../../kernel/database/sql.ts'
import type { TransactionScopes } from '../../../kernel/database/tenant.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import type { Chore } from '../../../kernel/runtime/housekeeping.ts'
import { deleting } from '../../../kernel/runtime/housekeeping.ts'
import { queryMyProcessDetails } from './details.ts'
import { downloadProcessFile, uploadProcessFile } from './files.ts'
import { exportMyProcess, queryMyProcess } from './my-processes.ts'
import { previewStart } from './preview.ts'
import { printProcessInstance } from './print.ts'
import { deleteStartDraft, queryStartForm, saveStartDraft } from './start-form.ts'
import { queryPersonalTaskDetails, saveTaskDraft } from './task-details.ts'

export const officeFeature: Feature = {
  tag: 'processes',
  routes: [
    queryStartForm,
    previewStart,
    saveStartDraft,
    deleteStartDraft,
    uploadProcessFile,
    downloadProcessFile,
    queryMyProcess,
    exportMyProcess,
    queryMyProcessDetails,
    queryPersonalTaskDetails,
    saveTaskDraft,
    printProcessInstance,
  ],
}

/** Throws away what was written of tasks that nobody has to do any more. */
export const endedDrafts = (transactions: TransactionScopes): Chore =>
  deleting(transactions, [
    build
      .deleteFrom('process_drafts')
      .where('task_id', '<>', '00000000-0000-0000-0000-000000000000')
      .where(
        sql<boolean>`not exists (select from process_tasks task where task.tenant_id = process_drafts.tenant_id
          and task.id = process_drafts.task_id and task.task_state in ('waiting', 'open'))`,
      ),
  ])
