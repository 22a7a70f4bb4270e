/** What the page about an issued report has in common: what its reader may do with it, and how that is done. */
import { useQueryClient } from '@tanstack/react-query'
import type { IssuedReportDetail } from '../../../../model/contract/report/issued-reports.ts'
import { issuedReports } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { useSession } from '../../../kernel/session/session-store.ts'

/** With what queries about one report begin. */
export const KEY = 'issued-report'
const MENU = 'issuedreport'

/** Whether a button is shown for a report. */
export function useMay({ allowed }: Pick<IssuedReportDetail, 'allowed'>) {
  const { authority, user } = useSession()
  return (button: string) => user.acting !== 'preview' && mayUse(button, MENU, allowed, authority.menuButton)
}

/** Does something with the report and shows what has become of it. The function says whether it was done; why not has been said. */
export function useAct() {
  const queries = useQueryClient()
  return async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false
    } finally {
      await Promise.all([queries.invalidateQueries({ queryKey: [KEY] }), forgetLists(queries, issuedReports)])
    }
  }
}
