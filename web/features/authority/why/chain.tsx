/** The chain: verdict, each step in the order in which the server asks, the roles, and where to change it. */
import { Link } from 'react-router'
import type { Answer, Kind } from '../../../../model/contract/authority/why.ts'
import { SCOPED_NOUNS } from '../../../../model/scoped-nouns.ts'
import type { LabelKey, Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Tag } from '../../../ui/tag.tsx'

export function Chain({ answer, title }: { answer: Answer; title: string }) {
  const t = useT()
  const { user, kind, verdict, reason, steps, roles } = answer
  const allowed = verdict === 'allowed'
  const word = (key: string, values = {}) => t(`why.${key}` as LabelKey, values)
  return (
    <section className="why-answer" aria-live="polite">
      <div className={allowed ? 'why-verdict good' : 'why-verdict bad'}>
        <h2>{word(`${verdict}.${kind}`, { user: user.nickname || user.username || t('why.this-user'), item: title })}</h2>
        <p>{word(`reason.${reason}`)}</p>
      </div>
      <ol className="why-steps">
        {steps.map(({ step, ok }) => (
          <li key={step} className={ok ? 'good' : 'bad'}>
            <span aria-hidden="true">{ok ? '✓' : '×'}</span>
            <span className="visually-hidden">
              {t(ok ? 'why.passed' : 'why.failed')}
              {t('common.means')}
            </span>
            {word(`step.${step}.${ok ? 'ok' : 'no'}`)}
          </li>
        ))}
      </ol>
      <h3>{t('why.roles')}</h3>
      {roles.length === 0 ? (
        <p>{t('why.no-roles')}</p>
      ) : (
        <ul className="why-roles">
          {roles.map((role) => (
            <li key={role.id} className={role.isActive ? '' : 'off'}>
              <strong>{role.roleName || role.roleCode}</strong>
              <span>
                {[
                  ...(role.isDirect ? [t('granting.direct')] : []),
                  ...role.posts.map(({ postName, inUse }) => t(inUse ? 'granting.for-post' : 'granting.for-post-off', { post: postName })),
                ].join(' · ')}
              </span>
              <Tag kind={role.effect === 'grants' || role.effect === 'shows' ? 'good' : 'quiet'}>{word(`effect.${role.effect}`)}</Tag>
              <Link to={fixOf(kind, answer.item, role.roleCode)}>{t('why.change-role')}</Link>
              <span className="why-scope">
                {t('granting.scope')}
                {t('common.means')}
                {role.scopes.map((scope) => scopeText(scope, t)).join(t('common.between'))}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="why-links">
        {t('why.fix')} <Link to={`/admin/sysuser?username=${encodeURIComponent(user.username)}`}>{t('why.change-user')}</Link>
        {kind === 'url' && <Link to={`/authority/sysurl?url=${encodeURIComponent(answer.item)}`}>{t('why.change-url')}</Link>}
        {answer.calls[0] !== undefined && !steps.find(({ step }) => step === 'call')?.ok && steps.some(({ step }) => step === 'call') && (
          <Link to={`/authority/sysurl?url=${encodeURIComponent(answer.calls[0])}`}>{t('why.change-call')}</Link>
        )}
      </p>
    </section>
  )
}

function scopeText({ table, kind, named, places }: Answer['roles'][number]['scopes'][number], t: Translate): string {
  const text = kind === 'some' ? placesText(named, places, t) : t(`scope.kind.${kind}`)
  const noun = SCOPED_NOUNS.find((each) => each.table === table)
  return noun === undefined ? text : `${t(`noun.${noun.name}` as LabelKey)} ${text}`
}

/** The first of them by name; those whose names the reader does not see are counted. */
function placesText(named: number, places: readonly string[], t: Translate): string {
  const count = named - places.length
  if (places.length === 0) return t('why.scope-some', { count })
  const values = { places: places.join(t('common.between')), count }
  return t(count > 0 ? 'why.scope-places-more' : 'why.scope-places', values)
}

/** Where what a role does about the item is changed. */
function fixOf(kind: Kind, item: string, roleCode: string): string {
  if (kind === 'field') return `/authority/datapermission?menuCode=${encodeURIComponent(item.split(':')[0] ?? '')}`
  return `/authority/sysrole?roleCode=${encodeURIComponent(roleCode)}`
}
