import { sql } from 'kysely'
import en from '../../../../model/labels/en/menus.ts'
import tw from '../../../../model/labels/tw/menus.ts'
import zh from '../../../../model/labels/zh/menus.ts'
import type { MenuSeed } from '../../../../seeds/menus.ts'
import { menus as catalogue } from '../../../../seeds/menus.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

interface MenuPosition {
  seed: MenuSeed
  parent: string | undefined
  sequence: number
}

/** Undoes what the operator has changed of an entry of the product; from now on it follows the versions of the product again. */
export async function restoreMenu(
  tx: Transaction,
  { services }: Pick<Call<unknown>, 'services'>,
  id: string,
): Promise<{ id: string; version: number }> {
  const row = await tx.first(build.selectFrom('menus').select('menu_code').where('id', '=', id))
  const place = row && placeOf(row.menu_code, catalogue)
  if (!row || !place) return fail('row.not-found')
  const { seed, parent, sequence } = place
  const above = parent === undefined ? undefined : await tx.first(build.selectFrom('menus').select('id').where('menu_code', '=', parent))
  const changed = await tx.first(
    build
      .updateTable('menus')
      .where('id', '=', id)
      .set({
        menu_name: zh[`menu.${seed.code}`],
        menu_name_tw: tw[`menu.${seed.code}`],
        menu_name_en: en[`menu.${seed.code}`],
        menu_icon: seed.icon,
        menu_sequence: sequence,
        menu_status: isShown(seed) ? 1 : 0,
        parent_id: above?.id ?? null,
        menu_edited: null,
        updated_at: sql`now()`,
        version: sql`version + 1`,
      })
      .returning(['id', 'version']),
  )
  await tx.run(build.deleteFrom('menu_buttons').where('menu_id', '=', id))
  const buttons = (seed.buttons ?? []).map((button, at) => ({ menu_id: id, button, sequence: at }))
  if (buttons.length > 0) await tx.run(build.insertInto('menu_buttons').values(buttons))
  await services.events.publish(tx, { kind: 'catalogue-changed' })
  return changed ?? fail('row.not-found')
}

function placeOf(code: string, seeds: readonly MenuSeed[], parent?: string): MenuPosition | undefined {
  for (const [at, seed] of seeds.entries()) {
    if (seed.code === code) return { seed, parent, sequence: at + 1 }
    const below = placeOf(code, seed.children ?? [], seed.code)
    if (below) return below
  }
  return undefined
}

function isShown(seed: MenuSeed): boolean {
  return !seed.hidden && (seed.children ? seed.children.some(isShown) : seed.ready === true)
}
