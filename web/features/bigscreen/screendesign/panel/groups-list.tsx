/** The groups of widgets that a carousel shows one after the other. */
import { useT } from '../../../../kernel/i18n/i18n.ts'
import type { ScreenPage } from '../../../../../model/screens/document.ts'
import { usePage } from '../store.ts'
import { Entries } from './entries.tsx'
import type { OptionProps } from './option-props.ts'
import { Choice } from './parts.tsx'

/** The groups of a page, each once. */
export const groupsOf = ({ widgets }: ScreenPage): string[] => [...new Set(widgets.flatMap(({ group }) => group ?? []))]

export default function Groups({ label, value, disabled, onChange }: OptionProps) {
  const t = useT()
  const groups = groupsOf(usePage())
  const chosen = (value ?? []) as readonly string[]
  return (
    <>
      {groups.length === 0 && <p className="quiet">{t('screen-design.no-groups')}</p>}
      <Entries<string>
        label={label}
        entries={chosen}
        most={12}
        least={1}
        disabled={disabled}
        fresh={() => groups.find((group) => !chosen.includes(group)) ?? groups[0] ?? 'g1'}
        onChange={onChange}
      >
        {(group, change, at) => (
          <Choice
            label={t('screen-design.group-nth', { at: at + 1 })}
            value={group}
            options={groups.map((name) => ({ value: name, label: name }))}
            onChange={(name) => name && change(name)}
          />
        )}
      </Entries>
    </>
  )
}
