import type { Contract } from '../../../model/contract/contract.ts'

/** The address of a call on this server, for links, and for requests that are not sent from here. */
export const urlOf = ({ path }: Pick<Contract, 'path'>): string => `/api${path}`
