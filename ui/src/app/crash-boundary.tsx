// An error boundary: a failing part of the window does not take down the rest, least of all the text.
import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "@/components/error-state";

interface Props {
  children: ReactNode;
}

interface State {
  error: Error | null;
}

export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Crashed error={error} onRetry={() => this.setState({ error: null })} />;
  }
}

function Crashed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation("app");
  return (
    <div className="p-4">
      <ErrorState
        title={t("crash.title")}
        safe={t("crash.safe")}
        todo={t("crash.todo")}
        code="window"
        details={`${error.name}: ${error.message}`}
        onRetry={onRetry}
      />
    </div>
  );
}
