/** What a field can be chosen from: the members of a choice, or the rows of the noun it refers to. */
import { useQuery } from '@tanstack/react-query'
import type { Field } from '../../model/fields.ts'
import type { Option, TreeOption } from '../ui/options.ts'
import { get } from './api.ts'
import type { LabelKey, Translate } from './i18n.ts'
import type { Organisation } from './session.ts'

/** Calls that list the rows of a noun for choosing. */
const optionCalls: Readonly<Record<string, string>> = { roles: '/api/admin/sysrole/queryRoleName' }

export function choiceOptions(name: string, field: Field, t: Translate): Option[] {
  return (field.options ?? []).map((member) => ({ value: String(member), label: t(`choice.${name}.${member}` as LabelKey) }))
}

/** The rows of another noun as options; an empty list until they are there. */
export function useRowOptions(noun: string | undefined, wanted = true): readonly Option[] {
  const path = noun && optionCalls[noun]
  const { data } = useQuery({
    queryKey: [noun, 'options'],
    queryFn: async () => (await get<{ name: string; value: string }[]>(path ?? '')).map(({ name, value }) => ({ value, label: name })),
    enabled: wanted && Boolean(path),
    staleTime: 60_000,
  })
  return data ?? []
}

/** The organisations as a tree to choose from, without the branch of `except`. */
export function organisationTree(organisations: readonly Organisation[], except?: string): TreeOption[] {
  return organisations
    .filter(({ id }) => id !== except)
    .map(({ id, orgName, children }) => ({
      value: id, title: orgName, ...(children ? { children: organisationTree(children, except) } : {}),
    }))
}

/** How many organisations lie below these, each counted once; those given are not counted. */
export function countBelow(ids: readonly string[], organisations: readonly Organisation[]): number {
  const chosen = new Set(ids)
  const count = (list: readonly Organisation[], inside: boolean): number => list.reduce((sum, { id, children = [] }) => {
    const here = inside && !chosen.has(id) ? 1 : 0
    return sum + here + count(children, inside || chosen.has(id))
  }, 0)
  return count(organisations, false)
}
