/** Who is asked, told or copied in: rules, each of which stands for people. */
import { Input, Select } from 'antd'
import type { PersonRule } from '../../../../../model/workflow/settings.ts'
import { MAX_WEIGHT, POST_PLACES, personRule } from '../../../../../model/workflow/settings.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { NodePicker } from '../../../../kernel/resource/node-picker.tsx'
import type { Draft, Write } from './drafts.tsx'
import { DraftList, textIn } from './drafts.tsx'
import { GroupCodePicker, PostCodePicker, RoleCodePicker, TaskPicker, UserPicker, VariablePicker } from './pickers.tsx'
import { WholeNumber } from './whole-number.tsx'

const KINDS = [
  'user',
  'role',
  'post',
  'group',
  'organisation',
  'starter',
  'variable',
  'same-as',
  'pool',
  'managers',
  'expression',
] as const satisfies readonly PersonRule['kind'][]
type Kind = (typeof KINDS)[number]
/** Those whose people have a weight. */
const WEIGHED: ReadonlySet<Kind> = new Set<Kind>(['user', 'role', 'post', 'group', 'organisation', 'starter', 'same-as'])

interface PeopleRulesProps {
  readonly label: string
  /** The element that asks: it cannot ask whoever does itself. */
  readonly at: string
  readonly value: readonly PersonRule[] | undefined
  /** Whether several decide together by their weight. */
  readonly isWeighed?: boolean
  readonly onKeep: (rules: readonly PersonRule[]) => void
}

export function PeopleRules({ label, at, value = [], isWeighed = false, onKeep }: PeopleRulesProps) {
  const t = useT()
  return (
    <DraftList
      label={label}
      addText={t('process-design.person-add')}
      value={value}
      schema={personRule}
      first={{ kind: 'role' }}
      max={20}
      onKeep={onKeep}
    >
      {(draft, write) => {
        const kind = KINDS.find((one) => one === draft['kind']) ?? 'role'
        return {
          head: (
            <Select<Kind>
              aria-label={t('process-design.person-kind')}
              value={kind}
              options={KINDS.map((one) => ({ value: one, label: t(`process-design.person-${one}`) }))}
              onChange={(next) => write({ ...cleared(draft), kind: next })}
            />
          ),
          rest: (
            <>
              <RuleParts kind={kind} draft={draft} write={write} at={at} />
              {isWeighed && WEIGHED.has(kind) && (
                <WholeNumber
                  label={t('process-design.weight')}
                  placeholder={t('process-design.weight')}
                  min={1}
                  max={MAX_WEIGHT}
                  value={typeof draft['weight'] === 'number' ? draft['weight'] : null}
                  onChange={(weight) => write({ weight: weight ?? undefined })}
                />
              )}
            </>
          ),
        }
      }}
    </DraftList>
  )
}

/** Nothing of another kind stays. */
const cleared = (draft: Draft): Draft => Object.fromEntries(Object.keys(draft).map((member) => [member, undefined]))

function RuleParts({ kind, draft, write, at }: { kind: Kind; draft: Draft; write: Write; at: string }) {
  const t = useT()
  const organisation = (
    <NodePicker noun="organisations" value={textIn(draft, 'organisation')} onChange={(id: string) => write({ organisation: id })} />
  )
  switch (kind) {
    case 'user':
      return (
        <UserPicker
          label={t('process-design.person-user')}
          value={textIn(draft, 'username')}
          onChange={(username) => write({ username })}
        />
      )
    case 'role':
      return <RoleCodePicker label={t('process-design.person-role')} value={textIn(draft, 'code')} onChange={(code) => write({ code })} />
    case 'group':
      return <GroupCodePicker label={t('process-design.person-group')} value={textIn(draft, 'code')} onChange={(code) => write({ code })} />
    case 'post': {
      const where = POST_PLACES.find((one) => one === draft['where']) ?? 'anywhere'
      return (
        <>
          <PostCodePicker label={t('process-design.person-post')} value={textIn(draft, 'code')} onChange={(code) => write({ code })} />
          <Select
            aria-label={t('process-design.post-where')}
            value={where}
            options={POST_PLACES.map((one) => ({ value: one, label: t(`process-design.post-${one}`) }))}
            onChange={(place) => write({ where: place, levels: undefined, organisation: undefined })}
          />
          {where === 'above' && (
            <WholeNumber
              label={t('process-design.post-levels')}
              placeholder={t('process-design.post-levels')}
              min={1}
              max={10}
              value={typeof draft['levels'] === 'number' ? draft['levels'] : null}
              onChange={(levels) => write({ levels: levels ?? undefined })}
            />
          )}
          {where === 'organisation' && organisation}
        </>
      )
    }
    case 'organisation':
      return organisation
    case 'variable':
      return (
        <VariablePicker
          label={t('process-design.variable')}
          value={textIn(draft, 'variable')}
          onChange={(variable) => write({ variable })}
        />
      )
    case 'same-as':
      return (
        <TaskPicker
          label={t('process-elements.user-task')}
          value={textIn(draft, 'node')}
          except={at}
          onChange={(node) => write({ node })}
        />
      )
    case 'expression':
      return (
        <Input
          aria-label={t('process-design.expression')}
          placeholder="= manager"
          value={textIn(draft, 'expression')}
          maxLength={2000}
          onChange={({ target }) => write({ expression: target.value })}
        />
      )
    default:
      return null
  }
}
