/**
 * The modeler with the parts that are used here. Left out are the palette, which offers what cannot be run and cannot be reached by keyboard (ours stands
 * beside the paper), and the search, in whose place the panel chooses. What a release of bpmn-js adds to its own modeler is added here by hand.
 */
import BaseModeler from 'bpmn-js/lib/BaseModeler'
import CoreModule from 'bpmn-js/lib/core'
import AlignElementsModule from 'bpmn-js/lib/features/align-elements'
import AutoPlaceModule from 'bpmn-js/lib/features/auto-place'
import AutoResizeModule from 'bpmn-js/lib/features/auto-resize'
import ContextPadModule from 'bpmn-js/lib/features/context-pad'
import CopyPasteModule from 'bpmn-js/lib/features/copy-paste'
import DistributeElementsModule from 'bpmn-js/lib/features/distribute-elements'
import DrilldownModule from 'bpmn-js/lib/features/drilldown'
import EditorActionsModule from 'bpmn-js/lib/features/editor-actions'
import GridSnappingModule from 'bpmn-js/lib/features/grid-snapping'
import InteractionEventsModule from 'bpmn-js/lib/features/interaction-events'
import KeyboardModule from 'bpmn-js/lib/features/keyboard'
import LabelEditingModule from 'bpmn-js/lib/features/label-editing'
import LabelLinkModule from 'bpmn-js/lib/features/label-link'
import ModelingModule from 'bpmn-js/lib/features/modeling'
import ModelingFeedbackModule from 'bpmn-js/lib/features/modeling-feedback'
import OutlineModule from 'bpmn-js/lib/features/outline'
import SnappingModule from 'bpmn-js/lib/features/snapping'
import AutoScrollModule from 'diagram-js/lib/features/auto-scroll'
import BendpointsModule from 'diagram-js/lib/features/bendpoints'
import ConnectModule from 'diagram-js/lib/features/connect'
import ConnectionPreviewModule from 'diagram-js/lib/features/connection-preview'
import CreateModule from 'diagram-js/lib/features/create'
import KeepSelectionVisibleModule from 'diagram-js/lib/features/keep-selection-visible'
import KeyboardMoveSelectionModule from 'diagram-js/lib/features/keyboard-move-selection'
import MoveModule from 'diagram-js/lib/features/move'
import OverlaysModule from 'diagram-js/lib/features/overlays'
import ResizeModule from 'diagram-js/lib/features/resize'
import SelectionModule from 'diagram-js/lib/features/selection'
import TranslateModule from 'diagram-js/lib/i18n/translate'
import KeyboardMoveModule from 'diagram-js/lib/navigation/keyboard-move'
import MoveCanvasModule from 'diagram-js/lib/navigation/movecanvas'
import ZoomScrollModule from 'diagram-js/lib/navigation/zoomscroll'

export type Modeler = BaseModeler

const SHOWING = [CoreModule, DrilldownModule, OverlaysModule, SelectionModule, TranslateModule]
const MOVING = [KeepSelectionVisibleModule, KeyboardMoveModule, MoveCanvasModule, ZoomScrollModule]
const DRAWING = [
  AlignElementsModule,
  AutoPlaceModule,
  AutoScrollModule,
  AutoResizeModule,
  BendpointsModule,
  ConnectModule,
  ConnectionPreviewModule,
  ContextPadModule,
  CopyPasteModule,
  CreateModule,
  DistributeElementsModule,
  EditorActionsModule,
  GridSnappingModule,
  InteractionEventsModule,
  KeyboardModule,
  KeyboardMoveSelectionModule,
  LabelEditingModule,
  LabelLinkModule,
  ModelingModule,
  ModelingFeedbackModule,
  MoveModule,
  ResizeModule,
  SnappingModule,
  OutlineModule,
]

/** Returns a modeler with nothing in it. @param options As bpmn-js takes them */
export const newModeler = (options: ConstructorParameters<typeof BaseModeler>[0]): Modeler =>
  new BaseModeler({ ...options, modules: [...SHOWING, ...MOVING, ...DRAWING] })
