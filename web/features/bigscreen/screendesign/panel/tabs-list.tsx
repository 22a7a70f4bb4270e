/** The tabs of a widget: what each is called, and the group of widgets that it shows. */
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { usePage } from '../store.ts'
import { Entries } from './entries.tsx'
import type { OptionProps } from './option-props.ts'
import { Choice, TextInput } from './parts.tsx'
import { groupsOf } from './groups-list.tsx'

interface Tab {
  readonly group: string
  readonly label: string
}

export default function Tabs({ label, value, disabled, onChange }: OptionProps) {
  const t = useT()
  const groups = groupsOf(usePage())
  const tabs = (value ?? []) as readonly Tab[]
  return (
    <>
      {groups.length === 0 && <p className="quiet">{t('screen-design.no-groups')}</p>}
      <Entries<Tab>
        label={label}
        entries={tabs}
        most={12}
        least={1}
        disabled={disabled}
        fresh={() => ({
          group: groups.find((group) => tabs.every((tab) => tab.group !== group)) ?? groups[0] ?? 'g1',
          label: String(tabs.length + 1),
        })}
        onChange={onChange}
      >
        {(tab, change, at) => (
          <>
            {/* A tab has a name: an empty one is not kept. */}
            <TextInput
              label={t('screen-design.tab-label', { at: at + 1 })}
              value={tab.label}
              max={64}
              onChange={(text) => text?.trim() && change({ ...tab, label: text })}
            />
            <Choice
              label={t('screen-design.tab-group', { at: at + 1 })}
              value={tab.group}
              options={groups.map((group) => ({ value: group, label: group }))}
              onChange={(group) => group && change({ ...tab, group })}
            />
          </>
        )}
      </Entries>
    </>
  )
}
