/** The screen that players show: the newest published version, or a ready-made one that a tenant has none of its own of. */
import type { Language } from '../../../../model/labels/index.ts'
import type { ScreenDocument } from '../../../../model/screens/document.ts'
import { READY_MADE, readyMade, readyMadeId } from '../../../../model/screens/ready-made/index.ts'
import type { ReadyMadeCode } from '../../../../model/screens/ready-made/index.ts'
import { readScreen } from '../../../../model/screens/read.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { assertOwnScreen } from './own-screen.ts'
import '../screens/tables.ts'

export interface ShownScreen {
  readonly id: string
  readonly name: string
  /** 0 of a ready-made one. */
  readonly version: number
  readonly content: ScreenDocument
}

/** Which screen is asked for: by its id, or by the code of a ready-made one. */
export interface WhichScreen {
  readonly id?: string | undefined
  readonly screenCode?: string | undefined
}

/**
 * The published version of a screen that is in use. One of another tenant, one that is out of use and one that was never published answer alike.
 * @param language In which a ready-made one is written
 * @throws Failure `row.not-found`
 */
export async function shownScreen(tx: Transaction, { id, screenCode }: WhichScreen, language: Language): Promise<ShownScreen> {
  const code = READY_MADE.find((each) => each === screenCode || readyMadeId(each) === id)
  const wanted = build
    .selectFrom('screens as screen')
    .innerJoin('screen_versions as published', (on) =>
      on
        .onRef('published.tenant_id', '=', 'screen.tenant_id')
        .onRef('published.screen_id', '=', 'screen.id')
        .onRef('published.screen_version', '=', 'screen.screen_version'),
    )
    .select(['screen.id', 'screen.screen_name', 'published.screen_version', 'published.content'])
    .where('screen.screen_status', '=', 1)
  if (id === undefined && screenCode === undefined) return fail('row.not-found')
  const row = await tx.first(
    code === undefined && id !== undefined
      ? wanted.where('screen.id', '=', id)
      : wanted.where('screen.screen_code', '=', code ?? screenCode ?? ''),
  )
  if (row) return { id: row.id, name: row.screen_name, version: row.screen_version, content: readScreen(row.content) }
  return code === undefined ? fail('row.not-found') : readyMadeScreen(code, language)
}

/** The same for a caller: the session of a display is shown its own, and every other is as if it were not there. @throws Failure `row.not-found` */
export async function screenShownTo(tx: Transaction, which: WhichScreen, caller: Caller): Promise<ShownScreen> {
  const shown = await shownScreen(tx, which, caller.language)
  assertOwnScreen(caller, shown.id)
  return shown
}

/** A ready-made screen in a language. */
export function readyMadeScreen(code: ReadyMadeCode, language: Language): ShownScreen {
  const t = translatorFor(language)
  return { id: readyMadeId(code), name: t(`screens.ready.${code}`), version: 0, content: readyMade(code, t) }
}
