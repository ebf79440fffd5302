import { Component, type ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

/** An error on one page must not break the navigation. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? <ErrorState error={this.state.error} onRetry={() => location.reload()} /> : this.props.children;
  }
}
