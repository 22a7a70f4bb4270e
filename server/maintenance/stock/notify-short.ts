/** Whoever keeps a part is told once that there is less of it than there should be, and again only after there was enough. */
import { sql } from 'kysely'
import { spareParts } from '../../../model/index.ts'
import { languages } from '../../../model/labels/index.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { translatorFor } from '../../kernel/http/language.ts'
import type { Services } from '../../kernel/services.ts'
import { notifyEach } from '../../messaging/index.ts'
import './tables.ts'

const MAX_TITLE_CHARACTERS = 100
/** After a week nobody is shown it any more: what is missing stands in the list. */
const NOTICE_HOURS = 168
const PAGE = '/maintenance/spareparts?isShort=1'

/** Tells the keepers of those of the parts that are short and were not told of; without a keeper, whoever added the part. */
export async function notifyShort(
  tx: Transaction,
  { invalidations }: Pick<Services, 'invalidations'>,
  partIds: readonly string[],
): Promise<void> {
  if (partIds.length === 0) return
  // The row says that it was told, in the transaction that tells: two moves at once tell once.
  const short = await tx.all(
    build
      .updateTable('spare_parts')
      .set({ short_notified: true })
      .where(sql<boolean>`id = any(${[...partIds]}::uuid[])`)
      .whereRef('part_stock', '<', 'part_minimum')
      .where('short_notified', '=', false)
      .returning([
        'part_code',
        'part_name',
        'part_stock',
        'part_minimum',
        'part_unit',
        sql<string | null>`coalesce(keeper_id, created_by)`.as('keeper'),
      ]),
  )
  if (short.length === 0) return
  const isHidden = await hiddenSomewhere(tx)
  const word = [...new Set(languages.map((language) => translatorFor(language)('part.notice-short')))].join(' / ')
  await notifyEach(
    tx,
    invalidations,
    short.flatMap(({ keeper, ...part }) =>
      keeper === null
        ? []
        : [
            {
              userIds: [keeper],
              roleIds: [],
              organisationIds: [],
              tenantId: tenantOf(tx),
              title: [word, isHidden('partName') ? '' : part.part_name]
                .filter(Boolean)
                .join(': ')
                .slice(0, MAX_TITLE_CHARACTERS)
                .toWellFormed(),
              lines:
                isHidden('partStock') || isHidden('partMinimum') || isHidden('partUnit')
                  ? []
                  : [`${part.part_stock} / ${part.part_minimum} ${part.part_unit}`],
              links: [{ text: isHidden('partCode') ? word : part.part_code, path: PAGE }],
              hours: NOTICE_HOURS,
              byMail: false,
              language: 'zh' as const,
            },
          ],
    ),
  )
}

/** Whether some role of the tenant hides the field: a notification has one text for all, and does not have it then. */
async function hiddenSomewhere(tx: Transaction): Promise<(field: keyof typeof spareParts.fields) => boolean> {
  const hidden = await tx.all(
    build
      .selectFrom('role_hidden_fields as hidden')
      .innerJoin('menus', 'menus.id', 'hidden.menu_id')
      .select('hidden.field')
      .where('menus.menu_code', '=', spareParts.menu),
  )
  return (field) => hidden.some((each) => each.field === field)
}
