import { textIn } from '../../../model/form/definition.ts'
import type { ExpressionMember } from '../../../model/form/check-definition.ts'
import { useLanguage, useT } from '../../kernel/i18n/i18n.ts'
import type { Language, Translate } from '../../kernel/i18n/i18n.ts'
import type { Difference } from './differences.ts'
import '../panels/difference-list.css'

/** What two states of a form differ in, one line each. */
export function DifferenceList({ of }: { of: readonly Difference[] }) {
  const t = useT()
  const language = useLanguage()
  if (of.length === 0) return <p className="difference-none">{t('form-versions.same')}</p>
  return (
    <ul className="difference-list" aria-label={t('form-versions.differences')}>
      {of.map((difference, at) => (
        <li key={at} className={`difference-${difference.what}`}>
          {sentenceOf(difference, language, t)}
        </li>
      ))}
    </ul>
  )
}

function sentenceOf({ what, labels, table, members = [] }: Difference, language: Language, t: Translate): string {
  if (what === 'layout' || what === 'print') return t(`form-versions.${what}`)
  const own = labels ? textIn(labels, language) : ''
  const field = table ? `${textIn(table, language)} / ${own}` : own
  return t(`form-versions.${what}`, { field, members: members.map((member) => memberName(member, t)).join(t('form-versions.comma')) })
}

const RULES = [
  'minLength',
  'maxLength',
  'pattern',
  'least',
  'greatest',
  'decimals',
  'minCount',
  'maxCount',
  'choices',
  'dictionary',
  'fileTypes',
  'unit',
  'columns',
  'noun',
] as const

/** What a member of a field is called. */
function memberName(member: string, t: Translate): string {
  const rule = RULES.find((name) => name === member)
  return rule ? t(`forms.rule.${rule}`) : t(`forms.member.${member as ExpressionMember}`)
}
