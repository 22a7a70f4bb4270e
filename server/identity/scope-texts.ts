/** Scopes in words, and all that can be given to a client: both follow from the URL catalogue. */
import en from '../../model/labels/en/index.ts'
import type { LabelKey, Translate } from '../../model/labels/index.ts'
import { EMAIL, EVERYTHING, OPENID, PHONE, PROFILE, areaOf } from '../../model/oauth/scopes.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

export interface ScopeText {
  scope: string
  text: string
}

/** The texts of OAuth scopes, for the consent page. @example `admin.sysuser.read` → "Users: view" */
export function scopeTexts(scopes: readonly string[], t: Translate): ScopeText[] {
  return scopes.map((scope) => ({ scope, text: textOf(scope, t) }))
}

function textOf(scope: string, t: Translate): string {
  if (scope === EVERYTHING) return t('scope.everything')
  if (scope === OPENID) return t('scope.openid')
  if (scope === PROFILE) return t('scope.profile')
  if (scope === EMAIL) return t('scope.email')
  if (scope === PHONE) return t('scope.phone')
  const [service = '', noun = '', read] = scope.split('.')
  // The pages of a noun are named after it; where there is none, the words of the path have to do.
  const key = `menu.${noun}`
  const name = key in en ? t(key as LabelKey) : `${service}.${noun}`
  return t(read ? 'scope.read' : 'scope.write', { name })
}

/** Every scope a client of this tenant can be given. */
export async function knownScopes(tx: Transaction, isPlatform: boolean): Promise<string[]> {
  const urls = await tx.all(
    build
      .selectFrom('urls')
      .select('url')
      .$if(!isPlatform, (query) => query.where('platform_only', '=', false))
      .orderBy('url'),
  )
  const areas = [...new Set(urls.flatMap(({ url }) => areaOf(url) ?? []))]
  return [EVERYTHING, OPENID, PROFILE, EMAIL, PHONE, ...areas.flatMap((area) => [`${area}.read`, area])]
}
