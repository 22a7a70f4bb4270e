/** What is done with what rounds have left in this browser: it is sent, and who signs out is asked. Loaded where there is some. */
import { t } from '../../kernel/i18n/i18n.ts'
import { unsentOf } from '../../shared/maintenance/rounds/kept.ts'
import { sendKept } from '../../shared/maintenance/rounds/senders.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toast.ts'

/** Sends all that is kept of somebody, and says what has arrived and what has not. @param go Goes to an address of the console */
export async function sendAll(owner: string, go: (address: string) => void): Promise<void> {
  if ((await unsentOf(owner)).count === 0) return
  const sent = await sendKept(owner)
  if (sent > 0) toast.success(t('round.sent', { count: sent }))
  const { count, rounds } = await unsentOf(owner)
  const link = { text: t('round.unsent-open'), go: () => go(`/maintenance/round?id=${rounds[0]?.id ?? ''}`) }
  if (count > 0) toast.warning(t('round.unsent', { count }), link)
}

/** Whether somebody wants to leave: who has something unsent is asked. */
export async function wantsToLeave(owner: string): Promise<boolean> {
  const { count } = await unsentOf(owner)
  const question = {
    title: t('round.leave'),
    text: t('round.leave-about', { count }),
    ok: t('round.leave-keep'),
    cancel: t('round.leave-stay'),
  }
  return count === 0 || confirm(question)
}
