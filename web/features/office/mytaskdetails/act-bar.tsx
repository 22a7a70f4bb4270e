/** What can be done with the task: what one came for as buttons, the rest in a menu. It stays in view. */
import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import type { PersonalTaskAct, PersonalTaskDetails } from '../../../../model/contract/workflow/office.ts'
import { PRINT_FORMATS, printProcessInstance } from '../../../../model/contract/workflow/office.ts'
import { claimTask, unclaimTask } from '../../../../model/contract/workflow/tasks.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask, askFile } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { done } from '../../../shared/workflow/act.ts'
import { forgetProcesses } from '../../../shared/workflow/queries.ts'
import type { DialogAct } from '../../../shared/workflow/tasks/acts.ts'
import { BUTTON_OF, menuOf } from '../../../shared/workflow/tasks/buttons.ts'
import { usePhone } from '../../../ui/use-media.ts'
import type { TaskDraft } from './use-task-draft.ts'

/** What one comes for stands first. */
const ORDER: readonly PersonalTaskAct[] = [
  'claim',
  'complete',
  'resolve',
  'reject',
  'abstain',
  'withdraw',
  'return',
  'add-signer',
  'consult',
  'delegate',
  'transfer',
  'regress',
  'copy',
  'remind',
  'unclaim',
  'print',
  'terminate',
]
/** So many are buttons. */
const SHOWN = { phone: 2, desk: 4 } as const
const DANGEROUS: ReadonlySet<PersonalTaskAct> = new Set(['reject', 'terminate'])
/** For which a task waits. */
const MAIN: ReadonlySet<PersonalTaskAct> = new Set(['claim', 'complete', 'resolve'])
/** Milliseconds that a document may take. */
const PRINT_MS = 60_000

interface ActBarProps {
  readonly of: PersonalTaskDetails
  readonly draft: Pick<TaskDraft, 'state'>
  readonly onAct: (act: DialogAct) => void
  /** Somebody is about to. */
  readonly onNear: () => void
}

export function ActBar({ of: { task, acts }, draft, onAct, onNear }: ActBarProps) {
  const t = useT()
  const queries = useQueryClient()
  const isPhone = usePhone()
  const { authority } = useSession()
  const offered = ORDER.filter((act) => acts.includes(act) && !authority.menuButton.includes(`${menuOf(act)}:${BUTTON_OF[act]}`))
  const shown = offered.slice(0, isPhone ? SHOWN.phone : SHOWN.desk)
  const rest = offered.slice(shown.length)

  async function run(act: PersonalTaskAct): Promise<void> {
    if (act !== 'claim' && act !== 'unclaim') return act === 'print' ? undefined : onAct(act)
    await done(() => ask(act === 'claim' ? claimTask : unclaimTask, { taskId: task.id }), t(`my-task.done-${act}`))
    await forgetProcesses(queries)
  }

  async function print(fileFormat: (typeof PRINT_FORMATS)[number]): Promise<void> {
    try {
      saveFile(await askFile(printProcessInstance, { processInstanceId: task.processInstanceId, fileFormat }, { limit: PRINT_MS }))
    } catch (failure) {
      // Of what failed people were told already.
      if (!(failure instanceof ApiError)) throw failure
    }
  }

  const papers = PRINT_FORMATS.map((format) => ({ key: format, label: format.toUpperCase(), onClick: () => void print(format) }))
  const itemOf = (act: PersonalTaskAct) => ({
    key: act,
    label: t(`my-task.act-${act}`),
    danger: DANGEROUS.has(act),
    ...(act === 'print' ? { children: papers } : { onClick: () => void run(act) }),
  })

  if (offered.length === 0)
    return (
      <p className="list-notice" role="status">
        {t('my-task.over')}
      </p>
    )
  return (
    <div className="task-acts" role="toolbar" aria-label={t('my-task.acts')} onPointerEnter={onNear} onFocus={onNear}>
      {shown.map((act) =>
        act === 'print' ? (
          <Dropdown key={act} trigger={['click']} autoFocus menu={{ items: papers }}>
            <Button aria-haspopup="menu">{t('my-task.act-print')}</Button>
          </Dropdown>
        ) : (
          <Button
            key={act}
            type={MAIN.has(act) ? 'primary' : 'default'}
            danger={DANGEROUS.has(act)}
            {...(act === 'claim' || act === 'unclaim' ? {} : { 'aria-haspopup': 'dialog' as const })}
            onClick={() => void run(act)}
          >
            {t(`my-task.act-${act}`)}
          </Button>
        ),
      )}
      {rest.length > 0 && (
        <Dropdown trigger={['click']} autoFocus menu={{ items: rest.map(itemOf) }}>
          <Button aria-haspopup="menu" icon={<EllipsisOutlined aria-hidden="true" />}>
            {isPhone ? undefined : t('my-task.more-acts')}
            {isPhone && <span className="visually-hidden">{t('my-task.more-acts')}</span>}
          </Button>
        </Dropdown>
      )}
      {acts.some((act) => MAIN.has(act)) ? (
        <DraftLine of={draft.state} />
      ) : (
        <span className="quiet" role="status">
          {t('my-task.over')}
        </span>
      )}
    </div>
  )
}

function DraftLine({ of }: { of: TaskDraft['state'] }) {
  const t = useT()
  const text =
    of === 'saving'
      ? t('my-task.draft-saving')
      : typeof of === 'string'
        ? ''
        : 'savedTime' in of
          ? t('my-task.draft-saved', { time: of.savedTime })
          : t('my-task.draft-failed', { why: of.failure })
  return (
    <span className="quiet" role="status">
      {text}
    </span>
  )
}
