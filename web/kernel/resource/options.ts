/** What a field can be chosen from: the members of a choice, or the rows of the noun it refers to. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Field } from '../../../model/field.ts'
import { resourceNamed } from '../../../model/index.ts'
import type { Resource } from '../../../model/resource.ts'
import type { Option, TreeOption } from '../../ui/options.ts'
import type { LabelKey, Translate } from '../i18n/i18n.ts'
import { readTree } from '../http/resource-client.ts'
import type { Organisation } from '../../../model/contract/organisation/organisations.ts'
import { useSession } from '../session/session-store.ts'

/** The members a field can have, with their texts. */
export function choiceOptions(name: string, field: Field, t: Translate): Option[] {
  const key = field.kind === 'words' ? 'button' : `choice.${name}`
  return (field.options ?? []).map((member) => ({ value: String(member), label: t(`${key}.${member}` as LabelKey) }))
}

/** The noun of this name; undefined without a name or a noun. */
export function nounNamed(name: string | undefined): Resource | undefined {
  return name === undefined ? undefined : resourceNamed(name)
}

/** Whether the rows a field refers to are a tree. */
export function isTree(noun: string | undefined): boolean {
  return nounNamed(noun)?.parent !== undefined
}

/** The rows of a tree as a tree to choose from; empty until they are there, and for a noun that is none. */
export function useTree(name: string | undefined, wanted = true): readonly TreeOption[] {
  const { organisations } = useSession()
  const of = nounNamed(name)
  // Every session has the organisations already (section 4 of the specification).
  const known = name === 'organisations'
  const own = useMemo(() => (known ? organisationTree(organisations) : none), [known, organisations])
  const { data } = useQuery({
    queryKey: [name, 'tree'],
    queryFn: () => readTree(of as Resource),
    enabled: wanted && !known && of?.parent !== undefined,
    staleTime: 60_000,
  })
  return known ? own : (data ?? none)
}

const none: readonly TreeOption[] = []

function organisationTree(organisations: readonly Organisation[]): TreeOption[] {
  return organisations.map(({ id, orgName, children }) => ({
    value: id,
    title: orgName,
    ...(children ? { children: organisationTree(children) } : {}),
  }))
}
