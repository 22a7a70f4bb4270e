import en from '../../../../model/labels/en/index.ts'
import tw from '../../../../model/labels/tw/index.ts'
import zh from '../../../../model/labels/zh/index.ts'
import type { MenuSeed } from '../../../../seeds/menus.ts'
import { menus as catalogue } from '../../../../seeds/menus.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Asking, Written } from '../../../kernel/resources/noun-writes.ts'
import { changeRows } from '../../../kernel/resources/update.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { menuWrites } from './writes.ts'

interface MenuPosition {
  seed: MenuSeed
  parent: string | undefined
  sequence: number
}

/** Undoes what the operator has changed of an entry of the product; from now on it follows the versions of the product again. */
export async function restoreMenu(tx: Transaction, asking: Asking, id: string): Promise<Written> {
  const row = await tx.first(build.selectFrom('menus').select('menu_code').where('id', '=', id))
  const place = row && placeOf(row.menu_code, catalogue)
  if (!row || !place) return fail('row.not-found')
  const { seed, parent, sequence } = place
  const above = parent === undefined ? undefined : await tx.first(build.selectFrom('menus').select('id').where('menu_code', '=', parent))
  // Judged like any other change: its old place may stand below it by now.
  const [changed] = await changeRows(
    tx,
    menuWrites,
    asking,
    [
      {
        id,
        values: {
          menuName: zh[`menu.${seed.code}`],
          menuIcon: seed.icon,
          menuSequence: sequence,
          menuStatus: isShown(seed) ? 1 : 0,
          parentId: above?.id ?? '0',
          menuButton: [...(seed.buttons ?? [])],
        },
        columns: { menu_name_tw: tw[`menu.${seed.code}`], menu_name_en: en[`menu.${seed.code}`], menu_edited: null },
      },
    ],
    { asServer: true },
  )
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
