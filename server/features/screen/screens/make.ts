/** Screens that begin with another one, or with a ready-made one. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import type { ScreenDocument } from '../../../../model/screens/document.ts'
import type { ReadyMadeCode } from '../../../../model/screens/ready-made/index.ts'
import { READY_MADE, readyMadeId } from '../../../../model/screens/ready-made/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { addOne, newRow } from '../../../kernel/resources/add.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { disclosedTo } from '../shared/content.ts'
import { readyMadeScreen } from '../shared/published.ts'
import { readDesign } from './design.ts'

export const screenWrites = writes(screens)

/** A new screen with a draft. */
export async function beginScreen(
  tx: Transaction,
  call: Pick<Call<unknown>, 'caller' | 't' | 'services'>,
  screenName: string,
  content: ScreenDocument,
): Promise<{ readonly id: string }> {
  const added = await addOne(tx, screenWrites, call, [newRow({ screenName, screenStatus: 1 })])
  await tx.run(
    build
      .updateTable('screens')
      .set({ content: JSON.stringify(content) })
      .where('id', '=', added.id),
  )
  return { id: added.id }
}

export const copyScreen = implement(contract.copyScreen, {
  access: 'granted',
  summary: 'Make a new big screen with the draft of another one, or with a ready-made one, which it then stands in for',
  of: screens,
  async handle(call) {
    const { id, screenName } = call.input
    const code = READY_MADE.find((each) => readyMadeId(each) === id)
    return call.inTenant(async (tx) => {
      if (code === undefined) return beginScreen(tx, call, screenName, await copied(tx, call, id))
      const begun = await beginScreen(tx, call, screenName, readyMadeScreen(code, call.caller.language).content)
      await standIn(tx, begun.id, code)
      return begun
    })
  },
})

/** Whoever copies a screen has what they see of it. @throws Failure `permission.withheld` */
async function copied(tx: Transaction, { caller }: Pick<Call<unknown>, 'caller'>, id: string): Promise<ScreenDocument> {
  const { content, withheld } = await disclosedTo(tx, caller, (await readDesign(tx, id)).content)
  return withheld.length > 0 ? fail('permission.withheld') : content
}

/** From its publishing on, the screen is shown in place of the ready-made one, unless another one is already. */
async function standIn(tx: Transaction, id: string, code: ReadyMadeCode): Promise<void> {
  await tx.run(
    build
      .updateTable('screens')
      .set({ screen_code: code })
      .where('id', '=', id)
      .where(
        sql<boolean>`not exists (select from screens other where other.tenant_id = screens.tenant_id and other.screen_code = ${code})`,
      ),
  )
}
