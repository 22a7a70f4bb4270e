/** What somebody does with a process that they started or take part in: the same in their list and on its page. */
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { cancelProcessInstance, copyProcessInstance, remindProcessInstance } from '../../../../model/contract/workflow/acts.ts'
import type { MyProcess, MyProcessDetails } from '../../../../model/contract/workflow/office.ts'
import { PROCESS_ACTS, printProcessInstance } from '../../../../model/contract/workflow/office.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'
import { done } from '../act.ts'
import { forgetProcesses } from '../queries.ts'
import { useShown } from '../tasks/buttons.ts'

const CommentDialog = lazyWithPreload(() => import('../comment-dialog.tsx'))
const CopyDialog = lazyWithPreload(() => import('./copy-dialog.tsx'))

type Act = MyProcessDetails['acts'][number]

/** One act as a button: of a row, or of a page. */
export interface MyAct {
  readonly key: string
  readonly label: string
  readonly danger?: boolean
  readonly rare?: boolean
  readonly run: () => void
}

/** The button of the catalogue by which a role hides an act from its people. */
const BUTTONS = { cancel: 'terminate', remind: 'remind', copy: 'copies', print: 'print', 'start-again': 'start' } as const

/** What can be done with one's own process by what is known of it in a list: whoever does not see how it is may try. */
export const actsInList = ({ processStatus, isSuspended }: MyProcess): Act[] =>
  PROCESS_ACTS.filter((act) => (act === 'cancel' || act === 'remind' ? (processStatus ?? 'running') === 'running' && !isSuspended : true))

/** Gives the acts of a process as buttons, and the dialogs that they open, to be drawn once. */
export function useMyActs(): { readonly actsOf: (process: MyProcess, can: readonly Act[]) => MyAct[]; readonly dialogs: ReactNode } {
  const t = useT()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const shows = useShown('myprocess')
  const [wanted, setWanted] = useState<{ readonly act: 'cancel' | 'copy'; readonly process: MyProcess }>()
  const close = () => setWanted(undefined)

  async function remind({ id }: MyProcess): Promise<void> {
    try {
      const { reminded } = await ask(remindProcessInstance, { processInstanceId: id })
      if (reminded > 0) toast.success(t('my-process.reminded', { count: reminded }))
      else toast.warning(t('my-process.reminded-none'))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
  }

  async function print({ id }: MyProcess, fileFormat: 'pdf' | 'docx'): Promise<void> {
    try {
      await fetchFile(printProcessInstance, { processInstanceId: id, fileFormat })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
  }

  async function perform(work: () => Promise<unknown>, message: string): Promise<boolean> {
    const isDone = await done(work, message)
    // Who comes too late sees what has become of it.
    await forgetProcesses(queries)
    return isDone
  }

  const asButtons = (act: Act, process: MyProcess): MyAct[] => {
    switch (act) {
      case 'cancel':
        return [{ key: act, label: t('my-process.cancel'), danger: true, rare: true, run: () => setWanted({ act, process }) }]
      case 'remind':
        return [{ key: act, label: t('my-process.remind'), run: () => void remind(process) }]
      case 'copy':
        return [{ key: act, label: t('my-process.copy'), rare: true, run: () => setWanted({ act, process }) }]
      case 'print':
        return (['pdf', 'docx'] as const).map((format) => ({
          key: `print-${format}`,
          label: t(format === 'pdf' ? 'my-process.print-pdf' : 'my-process.print-word'),
          rare: true,
          run: () => void print(process, format),
        }))
      case 'start-again':
        return [
          {
            key: act,
            label: t('my-process.again'),
            rare: true,
            run: () => void navigate(`/personaloa/startprocess?again=${process.id}`),
          },
        ]
    }
  }

  const dialogs = (
    <Suspense fallback={null}>
      {wanted?.act === 'cancel' && (
        <CommentDialog
          title={t('my-process.cancel')}
          about={t('my-process.cancel-about', { name: wanted.process.name })}
          ok={t('my-process.cancel')}
          required
          danger
          run={({ comment }) =>
            perform(() => ask(cancelProcessInstance, { processInstanceId: wanted.process.id, comment }), t('my-process.cancelled'))
          }
          onClose={close}
        />
      )}
      {wanted?.act === 'copy' && (
        <CopyDialog
          name={wanted.process.name}
          run={(users, comment) =>
            perform(
              () => ask(copyProcessInstance, { processInstanceId: wanted.process.id, users: [...users], comment }),
              t('my-process.copied'),
            )
          }
          onClose={close}
        />
      )}
    </Suspense>
  )
  return { actsOf: (process, can) => can.filter((act) => shows(BUTTONS[act])).flatMap((act) => asButtons(act, process)), dialogs }
}
