/** What the inspector says of a file. */
export type InspectorTab = 'info' | 'style' | 'analyse' | 'history';
