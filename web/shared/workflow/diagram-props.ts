/** What a drawing of a process is given. */

export const NODE_STATES = ['active', 'done', 'failed'] as const
export type NodeState = (typeof NODE_STATES)[number]

export interface NodeMark {
  readonly state: NodeState
  /** A few characters at the node: how many are there, or who. */
  readonly badge?: string | undefined
}

export interface DiagramViewProps {
  /** A model of BPMN 2.0 with its drawing. */
  readonly xml: string
  /** What the drawing shows, for those who do not see it. */
  readonly label: string
  readonly marks?: ReadonlyMap<string, NodeMark> | undefined
  /** Told the id of a node that is clicked; of marked ones, by keyboard as well. */
  readonly onPick?: ((node: string) => void) | undefined
}
