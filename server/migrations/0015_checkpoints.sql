CREATE TABLE "checkpoint_days" (
	"circle_id" uuid NOT NULL,
	"day" text NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "checkpoint_days_circle_id_day_pk" PRIMARY KEY("circle_id","day")
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"circle_id" uuid NOT NULL,
	"size" bigint NOT NULL,
	"root" text NOT NULL,
	"note" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkpoints_circle_id_size_pk" PRIMARY KEY("circle_id","size")
);
--> statement-breakpoint
CREATE TABLE "cosignatures" (
	"circle_id" uuid NOT NULL,
	"size" bigint NOT NULL,
	"witness" text NOT NULL,
	"line" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "cosignatures_circle_id_size_witness_pk" PRIMARY KEY("circle_id","size","witness")
);
--> statement-breakpoint
CREATE TABLE "witness_tries" (
	"circle_id" uuid NOT NULL,
	"witness" text NOT NULL,
	"tries" integer NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"failure" text NOT NULL,
	CONSTRAINT "witness_tries_circle_id_witness_pk" PRIMARY KEY("circle_id","witness")
);
--> statement-breakpoint
CREATE TABLE "ledger_blocks" (
	"circle_id" uuid NOT NULL,
	"block" integer NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "ledger_blocks_circle_id_block_pk" PRIMARY KEY("circle_id","block")
);
--> statement-breakpoint
ALTER TABLE "checkpoint_days" ADD CONSTRAINT "checkpoint_days_checkpoint" FOREIGN KEY ("circle_id","size") REFERENCES "public"."checkpoints"("circle_id","size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkpoints" ADD CONSTRAINT "checkpoints_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cosignatures" ADD CONSTRAINT "cosignatures_checkpoint" FOREIGN KEY ("circle_id","size") REFERENCES "public"."checkpoints"("circle_id","size") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "witness_tries" ADD CONSTRAINT "witness_tries_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_blocks" ADD CONSTRAINT "ledger_blocks_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;