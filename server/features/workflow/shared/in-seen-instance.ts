/** What is about an instance is read by whose business it is, and by those who manage instances, in their rows. */
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { beyondRows, mayLook } from '../../../workflow/index.ts'
import { managesInstances } from './manages-instances.ts'

type Asking = Pick<Call<unknown>, 'caller' | 'services' | 'inTenant'>

/** Returns what the work gives, in a transaction that sees the instance. @throws Failure `row.not-found` for whom there is no such instance */
export async function inSeenInstance<Result>(
  { caller, services, inTenant }: Asking,
  id: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (await isInRows({ caller, inTenant }, id)) return inTenant(work)
  // Whose business it is sees it, whichever rows of the tenant their roles show.
  return services.transactions.inTenant(
    beyondRows(caller),
    async (tx) => ((await mayLook(tx, caller, id)) ? work(tx) : fail('row.not-found')),
    'read',
  )
}

async function isInRows({ caller, inTenant }: { readonly caller: Caller } & Pick<Asking, 'inTenant'>, id: string): Promise<boolean> {
  if (!managesInstances(caller)) return false
  return (await inTenant((tx) => tx.first(build.selectFrom('process_instances').select('id').where('id', '=', id)))) !== undefined
}
